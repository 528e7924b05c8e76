import { detectorTest } from '../../detectorTest.ts'
import { byAddress, contract, label, UNKNOWN_CONTRACT, USDC } from '../../sampleFacts.ts'
import { allowance, usdcToken } from '../../sampleMessage.ts'
import detector from './permit-to-token-contract.ts'

const labelled = (category: 'pool' | 'token' | 'bridge') =>
  byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('token'), label(category)] }))

detectorTest(detector, {
  detects: {
    'a token that may spend': { intents: [allowance({ spender: USDC })], named: byAddress(usdcToken()) },
    'a pool that may spend': { intents: [allowance({ spender: UNKNOWN_CONTRACT })], named: labelled('pool') },
  },
  clears: {
    'a router': {},
    'a token that is also a bridge': {
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
      named: labelled('bridge'),
    },
  },
})
