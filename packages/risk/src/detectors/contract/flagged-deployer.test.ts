import { detectorTest } from '../../testing/detectorTest.ts'
import { CREATOR } from '../../testing/sampleContract.ts'
import { account, label } from '../../testing/sampleFacts.ts'
import detector from './flagged-deployer.ts'

detectorTest(detector, {
  detects: {
    'a listed scammer': { creator: account(CREATOR, { labels: [label('scammer')] }) },
    'a sanctioned one': { creator: account(CREATOR, { sanctioned: true }) },
  },
  clears: {
    'an ordinary account': {},
    'a known project': { creator: account(CREATOR, { labels: [label('defi_protocol')] }) },
    'unknown deployer': { creator: null },
  },
})
