import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, DRAINER, label, ROUTER } from '../../testing/sampleFacts.ts'
import detector from './other-flagged-contracts-of-deployer.ts'

const drainer = { address: DRAINER, nonce: 4, labels: [label('scammer')] }

detectorTest(detector, {
  detects: {
    'a contract of a listed drainer’s deployer': { flaggedDeployments: [drainer] },
    'of one that anyone may have accused': {
      flaggedDeployments: [{ ...drainer, labels: [{ ...label('scammer'), confidence: 'low' as const }] }],
      severity: 'medium',
    },
  },
  clears: {
    'a deployer whose other contracts no list accuses': {},
    'a deployer that is not known': { flaggedDeployments: [drainer], creator: null },
    'a well-known token': {
      flaggedDeployments: [drainer],
      subject: contract(ROUTER, { labels: [label('token', 'Known Token')] }),
    },
  },
})
