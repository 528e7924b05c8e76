import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, label, MAX_UINT256, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { allowance, NOW, transfer } from '../../testing/sampleMessage.ts'
import detector from './unlimited-permit-to-unknown-contract.ts'

const unlimited = { spender: UNKNOWN_CONTRACT, amount: MAX_UINT256, unlimited: true } as const

detectorTest(detector, {
  detects: {
    'an unlimited permit': { intents: [allowance(unlimited)], named: byAddress(contract(UNKNOWN_CONTRACT)) },
    'an unlimited Permit2 transfer': {
      intents: [transfer({ spender: UNKNOWN_CONTRACT, amount: MAX_UINT256 })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'a permit that has no amount, whose spender takes with consent only': {
      severity: 'medium',
      intents: [allowance({ ...unlimited, protocol: 'DAI permit', standard: 'erc20' })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
      consentingSpenders: [UNKNOWN_CONTRACT],
    },
    'the same where the code was not shown to ask': {
      severity: 'critical',
      intents: [allowance({ ...unlimited, protocol: 'DAI permit', standard: 'erc20' })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'an unlimited permit that could have been smaller': {
      severity: 'critical',
      intents: [allowance({ ...unlimited, protocol: 'EIP-2612', standard: 'erc20' })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
      consentingSpenders: [UNKNOWN_CONTRACT],
    },
    'a Safe of another person': {
      intents: [allowance(unlimited)],
      named: byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('multisig')] })),
    },
  },
  clears: {
    'a permit that expired': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT, amount: MAX_UINT256, unlimited: true, deadline: NOW - 1n })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'an unlimited permit for a router': { intents: [allowance({ amount: MAX_UINT256, unlimited: true })] },
    'a bounded permit, which is another finding': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
    },
  },
  unknowns: { 'a spender that was not looked up': { intents: [allowance(unlimited)], named: {} } },
})
