import { detectorTest } from '../../testing/detectorTest.ts'
import { account, FRIEND, label, TRADER } from '../../testing/sampleFacts.ts'
import { exposure } from '../../testing/sampleWallet.ts'
import detector from './flagged-exposure.ts'

const flagged = (more: Parameters<typeof exposure>[0] = {}) => exposure({ kind: 'flagged', ...more })

detectorTest(detector, {
  detects: {
    'most of what came is from a thief': { exposures: [flagged({ share: 0.7 })] },
    'a fifth': { exposures: [flagged({ share: 0.2 })], severity: 'medium' },
    'a little': { exposures: [flagged({ share: 0.02, usd: 100 })], severity: 'low' },
    'half of what a new wallet has, which cost the thief a few dollars': {
      exposures: [flagged({ share: 0.5, usd: 55 })],
      severity: 'low',
    },
    'a few dollars that were answered': {
      exposures: [flagged({ share: 0.5, usd: 55 }), flagged({ direction: 'out', share: 0.5, usd: 50 })],
    },
    'a victim, who paid': { exposures: [flagged({ direction: 'out', share: 0.9 })], severity: 'low' },
    'an accusation that anyone may have made': {
      exposures: [flagged({ share: 0.9, unconfirmedLabel: true })],
      severity: 'low',
    },
    'through another account': { exposures: [flagged({ hops: 2, through: FRIEND })], severity: 'low' },
    'an exchange that thieves pay into': {
      subject: account(TRADER, { labels: [label('exchange')] }),
      exposures: [flagged({ share: 0.6 })],
      severity: 'low',
    },
  },
  clears: {
    'no dealings': {},
    'dust from a scammer': { exposures: [flagged({ share: 0.001, usd: 0.5 })] },
    'a trace through another account': { exposures: [flagged({ hops: 2, through: FRIEND, share: 0.01 })] },
  },
})
