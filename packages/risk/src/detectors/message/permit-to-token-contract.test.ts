import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, label, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import { allowance, NOW, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './permit-to-token-contract.ts'

const labelled = (category: 'pool' | 'token' | 'bridge') =>
  byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('token'), label(category)] }))

detectorTest(detector, {
  detects: {
    'a token that may spend': { intents: [allowance({ spender: USDC })], named: byAddress(usdcToken()) },
    'a pool that may spend': { intents: [allowance({ spender: UNKNOWN_CONTRACT })], named: labelled('pool') },
  },
  clears: {
    'a permit that expired': {
      intents: [allowance({ spender: USDC, deadline: NOW - 1n })],
      named: byAddress(usdcToken()),
    },
    'a router': {},
    'a token that is also a bridge': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
      named: labelled('bridge'),
    },
  },
})
