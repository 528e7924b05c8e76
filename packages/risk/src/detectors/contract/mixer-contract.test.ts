import { detectorTest } from '../../testing/detectorTest.ts'
import { TOKEN } from '../../testing/sampleContract.ts'
import { contract, label, router } from '../../testing/sampleFacts.ts'
import detector from './mixer-contract.ts'

detectorTest(detector, {
  detects: { 'a mixer’s pool': { subject: contract(TOKEN, { labels: [label('mixer', 'Tornado Cash 1 ETH')] }) } },
  clears: { 'a plain token': {}, 'an exchange': { subject: router() } },
})
