import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, label, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { allowance, NOW, transfer } from '../../testing/sampleMessage.ts'
import detector from './permit-to-open-executor.ts'

const openExecutor = byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('open-executor', 'Multicall3')] }))

detectorTest(detector, {
  detects: {
    'a permit for Multicall3': { intents: [allowance({ spender: UNKNOWN_CONTRACT })], named: openExecutor },
    'a Permit2 transfer by Multicall3': { intents: [transfer({ spender: UNKNOWN_CONTRACT })], named: openExecutor },
  },
  clears: {
    'a permit that expired': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT, deadline: NOW - 1n })],
      named: openExecutor,
    },
    'a router': {},
    'an unknown contract': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
      named: byAddress(contract(UNKNOWN_CONTRACT)),
    },
  },
  unknowns: { 'a spender that was not looked up': { intents: [allowance({ spender: UNKNOWN_CONTRACT })], named: {} } },
})
