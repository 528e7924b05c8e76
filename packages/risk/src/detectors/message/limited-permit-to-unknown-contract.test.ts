import type { Claim } from '../../facts/claim.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, MAX_UINT256, NFT, TRADER, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import { allowance, loss, NOW, transfer } from '../../testing/sampleMessage.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './limited-permit-to-unknown-contract.ts'

const named = byAddress(contract(UNKNOWN_CONTRACT))
const spender = UNKNOWN_CONTRACT

const HELD = 1_000_000_000n
const vault = (more: Partial<Claim>) => ({
  intents: [allowance({ spender, amount: HELD })],
  named,
  permitDeposits: [
    {
      spender,
      token: USDC,
      entry: { selector: '0x6e553f65' as const, signature: 'deposit(uint256,address)' },
      claim: claim({ asset: USDC, amount: HELD, returned: HELD, ...more }),
    },
  ],
})

const ordered = transfer({ spender, amount: HELD, witness: { type: 'Order', parameters: [] } })

detectorTest(detector, {
  detects: {
    'a small part of what is held': { intents: [allowance({ spender })], named },
    'half of what is held': { severity: 'high', intents: [allowance({ spender, amount: 500_000_000n })], named },
    'most of it, for an order whose execution pays for it': {
      severity: 'low',
      intents: [ordered],
      executedIntents: [0],
      named,
      worstCase: { lost: [loss({ address: USDC, amount: HELD, before: HELD, returned: 'value' })], gained: [] },
    },
    'most of it, for an order whose execution pays nothing': {
      severity: 'high',
      intents: [ordered],
      executedIntents: [0],
      named,
      worstCase: { lost: [loss({ address: USDC, amount: HELD, before: HELD, returned: 'nothing' })], gained: [] },
    },
    'a part taken at once': { severity: 'medium', intents: [transfer({ spender })], named },
    'all of what is held, for a vault that pays it back': {
      severity: 'low',
      ...vault({}),
    },
    'all of what is held, for a vault that pays a part back': {
      severity: 'high',
      ...vault({ returned: HELD / 2n }),
    },
    'all of what is held, for a vault whose withdrawal a privileged call stops': {
      severity: 'high',
      ...vault({
        switches: [
          { caller: TRADER, by: 'owner()', selector: '0x12345678', signature: null, isKey: true, takes: null },
        ],
      }),
    },
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
