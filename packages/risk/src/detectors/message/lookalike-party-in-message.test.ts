import { detectorTest } from '../../testing/detectorTest.ts'
import { FRIEND, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './lookalike-party-in-message.ts'

detectorTest(detector, {
  detects: {
    'a spender like one that was approved': {
      lookalikeParties: [{ address: STRANGER, similarTo: FRIEND, by: 'approved', baitInHistory: false }],
    },
    'a recipient like an address that was scanned': {
      severity: 'high',
      lookalikeParties: [{ address: STRANGER, similarTo: FRIEND, by: 'scanned', baitInHistory: false }],
    },
  },
  clears: { 'parties that resemble no known address': { lookalikeParties: [] } },
})
