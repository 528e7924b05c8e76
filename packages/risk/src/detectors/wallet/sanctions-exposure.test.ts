import { detectorTest } from '../../testing/detectorTest.ts'
import { account, FRIEND, label, TRADER } from '../../testing/sampleFacts.ts'
import { exposure } from '../../testing/sampleWallet.ts'
import detector from './sanctions-exposure.ts'

const sanctioned = (more: Parameters<typeof exposure>[0] = {}) => exposure({ kind: 'sanctioned', ...more })

detectorTest(detector, {
  detects: {
    'half of what came': { exposures: [sanctioned()] },
    'a payment of a twentieth': { exposures: [sanctioned({ direction: 'out', share: 0.05 })], severity: 'medium' },
    'any payment to it, however small': {
      exposures: [sanctioned({ direction: 'out', share: 0.001, usd: 5 })],
      severity: 'medium',
    },
    'through another account': {
      exposures: [sanctioned({ hops: 2, through: FRIEND, share: 0.2 })],
      severity: 'medium',
    },
    'a little that was not asked for, which is much of what a new wallet has': {
      exposures: [sanctioned({ share: 0.1, usd: 5.6 })],
      severity: 'low',
    },
    'a hundred dollars among many': { exposures: [sanctioned({ share: 0.0025, usd: 101 })], severity: 'low' },
    'money without a price, which need not be little': {
      exposures: [sanctioned({ share: null, usd: null })],
      severity: 'medium',
    },
    'a little that was answered': {
      exposures: [sanctioned({ share: 0.1, usd: 5.6 }), sanctioned({ direction: 'out', share: 0.1, usd: 5 })],
    },
    'an exchange that paid it out': {
      subject: account(TRADER, { labels: [label('exchange')] }),
      exposures: [sanctioned({ direction: 'out' })],
      severity: 'low',
    },
  },
  clears: {
    'no dealings': {},
    'dust that was not asked for': { exposures: [sanctioned({ share: 0.002, usd: 40 })] },
    'dust whose share is unknown': { exposures: [sanctioned({ share: null, usd: 4 })] },
    'a trace through another account': { exposures: [sanctioned({ hops: 2, through: FRIEND, share: 0.001 })] },
    'dealings with a mixer, another finding': { exposures: [exposure()] },
  },
})
