import { detectorTest } from '../../detectorTest.ts'
import { byAddress, contract, MAX_UINT256, NFT, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import { allowance, loss, NOW, transfer } from '../../sampleMessage.ts'
import detector from './limited-permit-to-unknown-contract.ts'

const named = byAddress(contract(UNKNOWN_CONTRACT))
const spender = UNKNOWN_CONTRACT

detectorTest(detector, {
  detects: {
    'a small part of what is held': { intents: [allowance({ spender })], named },
    'half of what is held': { severity: 'high', intents: [allowance({ spender, amount: 500_000_000n })], named },
    'a part taken at once': { severity: 'medium', intents: [transfer({ spender })], named },
    'an item of a collection': {
      severity: 'high',
      intents: [allowance({ spender, standard: 'erc721', token: NFT, tokenId: 7n, amount: 1n })],
      named,
    },
    'a holding that could not be read': {
      severity: 'medium',
      intents: [allowance({ spender })],
      named,
      worstCase: { lost: [loss({ before: null })], gained: [] },
    },
  },
  clears: {
    'a router': {},
    'a permit that expired': { intents: [allowance({ spender, amount: 500_000_000n, deadline: NOW - 1n })], named },
    'an unlimited permit, which is another finding': {
      intents: [allowance({ spender, amount: MAX_UINT256, unlimited: true })],
      named,
    },
  },
  unknowns: { 'a spender that was not looked up': { intents: [allowance({ spender })], named: {} } },
})
