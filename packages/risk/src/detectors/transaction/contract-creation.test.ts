import { detectorTest } from '../../testing/detectorTest.ts'
import { pay, simulation, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './contract-creation.ts'

detectorTest(detector, {
  detects: {
    'a transaction without a recipient': {
      ...pay(null, 0n, { data: '0x6001' }),
      recipient: null,
      simulation: simulation({ created: UNKNOWN_CONTRACT }),
    },
  },
  clears: { 'a plain transfer': {} },
})
