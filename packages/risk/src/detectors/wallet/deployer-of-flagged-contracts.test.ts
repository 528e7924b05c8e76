import { detectorTest } from '../../testing/detectorTest.ts'
import { DRAINER, label } from '../../testing/sampleFacts.ts'
import detector from './deployer-of-flagged-contracts.ts'

detectorTest(detector, {
  detects: {
    'the deployer of a listed drainer': {
      flaggedDeployments: [{ address: DRAINER, nonce: 4, labels: [label('scammer')] }],
    },
    'one that anyone may have accused': {
      flaggedDeployments: [{ address: DRAINER, nonce: 4, labels: [{ ...label('scammer'), confidence: 'low' }] }],
      severity: 'medium',
    },
  },
  clears: { 'an account that made nothing that lists accuse': {} },
})
