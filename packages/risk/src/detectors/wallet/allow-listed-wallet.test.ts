import { detectorTest } from '../../testing/detectorTest.ts'
import { account, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './allow-listed-wallet.ts'

const allowed = { note: 'our treasury', since: '2026-11-21' }

detectorTest(detector, {
  detects: {
    'the operator’s own word': { subject: account(STRANGER, { allowed }) },
    'his word without a note': { subject: account(STRANGER, { allowed: { ...allowed, note: null } }) },
  },
  clears: {
    'a wallet that no list vouches for': { subject: account(STRANGER) },
    'a sanctioned one, for which no word counts': { subject: account(STRANGER, { allowed, sanctioned: true }) },
  },
})
