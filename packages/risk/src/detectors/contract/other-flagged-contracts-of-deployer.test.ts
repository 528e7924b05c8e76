import { detectorTest } from '../../testing/detectorTest.ts'
import { CREATOR } from '../../testing/sampleContract.ts'
import { account, contract, DRAINER, label, ROUTER } from '../../testing/sampleFacts.ts'
import detector from './other-flagged-contracts-of-deployer.ts'

const drainer = { address: DRAINER, nonce: 4, labels: [label('scammer')] }

detectorTest(detector, {
  detects: {
    'a contract of a listed drainer’s deployer': { flaggedDeployments: [drainer] },
    'of one that anyone may have accused': {
      flaggedDeployments: [{ ...drainer, labels: [{ ...label('scammer'), confidence: 'low' as const }] }],
      severity: 'low',
    },
    'one of a thousand by a service that deploys for others': {
      flaggedDeployments: [drainer],
      creator: account(CREATOR, { nonce: 1_000n }),
      severity: 'low',
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
