import { detectorTest } from '../../detectorTest.ts'
import { TOKEN } from '../../sampleContract.ts'
import { contract, label, router } from '../../sampleFacts.ts'
import detector from './mixer-contract.ts'

detectorTest(detector, {
  detects: { 'a mixer’s pool': { subject: contract(TOKEN, { labels: [label('mixer', 'Tornado Cash 1 ETH')] }) } },
  clears: { 'a plain token': {}, 'an exchange': { subject: router() } },
})
