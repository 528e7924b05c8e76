import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, MAX_UINT256, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { allowance, transfer } from '../../testing/sampleMessage.ts'
import detector from './permit-to-protocol.ts'

detectorTest(detector, {
  detects: {
    'a bounded permit': {},
    'an unlimited permit': { intents: [allowance({ amount: MAX_UINT256, unlimited: true })] },
    'a transfer that a router makes': { intents: [transfer()] },
  },
  clears: {
    'an unknown contract': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'no permission at all': { intents: [] },
  },
})
