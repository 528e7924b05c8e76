import { detectorTest } from '../../testing/detectorTest.ts'
import { account, label, pay, router, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './flagged-recipient.ts'

detectorTest(detector, {
  detects: {
    'a listed scammer': { recipient: account(STRANGER, { labels: [label('scammer')] }) },
    'one that anyone may have submitted': {
      recipient: account(STRANGER, { labels: [{ ...label('scammer'), confidence: 'low' }] }),
      severity: 'high',
    },
    'a sanctioned exchange': {
      recipient: account(STRANGER, { sanctioned: true, labels: [label('exchange')] }),
    },
    'a listed hacker with another, kinder label': {
      recipient: account(STRANGER, { labels: [label('exchange'), label('hacker')] }),
    },
  },
  clears: {
    'a friend': {},
    'a known protocol': { recipient: router() },
    'a whale': { recipient: account(STRANGER, { labels: [label('whale')] }) },
    'a creation': { ...pay(null, 0n), recipient: null },
  },
  unknowns: { 'an address the oracle did not answer for': { recipient: account(STRANGER, { sanctioned: null }) } },
})
