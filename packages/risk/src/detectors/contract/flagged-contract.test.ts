import { detectorTest } from '../../testing/detectorTest.ts'
import { TOKEN } from '../../testing/sampleContract.ts'
import { contract, label, router } from '../../testing/sampleFacts.ts'
import detector from './flagged-contract.ts'

detectorTest(detector, {
  detects: {
    'a listed drainer': { subject: contract(TOKEN, { labels: [label('scammer', 'Inferno drainer')] }) },
    'a sanctioned contract': { subject: contract(TOKEN, { sanctioned: true }) },
    'a hacker with a kinder label besides': { subject: contract(TOKEN, { labels: [label('token'), label('hacker')] }) },
  },
  clears: { 'a plain token': {}, 'a known protocol': { subject: router() } },
  unknowns: { 'an address that no list could be asked about': { subject: contract(TOKEN, { sanctioned: null }) } },
})
