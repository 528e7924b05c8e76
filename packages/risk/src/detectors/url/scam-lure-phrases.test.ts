import type { Page } from '../../facts/page.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, unreached } from '../../testing/sampleUrl.ts'
import detector from './scam-lure-phrases.ts'

const lures = (...kinds: Page['lures'][number]['kind'][]) => ({ lures: kinds.map((kind) => ({ kind, phrase: kind })) })

detectorTest(detector, {
  detects: {
    'an airdrop': { page: page({ ...lures('claim'), walletCalls: marks('connect', 'send') }) },
    'a claim, a deadline and a giveaway': {
      page: page({ ...lures('claim', 'urgency', 'giveaway'), walletCalls: marks('connect', 'send') }),
      severity: 'medium',
    },
  },
  clears: {
    'a text about phishing': { page: page(lures('claim', 'urgency', 'verify-wallet')) },
    'an exchange': { page: page({ walletCalls: marks('connect', 'approve') }) },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
