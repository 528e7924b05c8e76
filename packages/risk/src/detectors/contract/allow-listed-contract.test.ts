import { detectorTest } from '../../testing/detectorTest.ts'
import { TOKEN } from '../../testing/sampleContract.ts'
import { contract } from '../../testing/sampleFacts.ts'
import detector from './allow-listed-contract.ts'

const allowed = { note: 'our own vault', since: '2026-11-21' }

detectorTest(detector, {
  detects: {
    'the operator’s own word': { subject: contract(TOKEN, { allowed }) },
    'his word without a note': { subject: contract(TOKEN, { allowed: { ...allowed, note: null } }) },
  },
  clears: {
    'a plain token': {},
    'a sanctioned one, for which no word counts': { subject: contract(TOKEN, { allowed, sanctioned: true }) },
  },
})
