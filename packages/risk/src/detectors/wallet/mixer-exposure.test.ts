import { detectorTest } from '../../testing/detectorTest.ts'
import { account, FRIEND, label, TRADER } from '../../testing/sampleFacts.ts'
import { exposure } from '../../testing/sampleWallet.ts'
import detector from './mixer-exposure.ts'

detectorTest(detector, {
  detects: {
    'half of what came': { exposures: [exposure()] },
    'a tenth of what was paid': { exposures: [exposure({ direction: 'out', share: 0.1 })], severity: 'medium' },
    'a share that is not known': { exposures: [exposure({ share: null, usd: null })], severity: 'medium' },
    'half, through another account': {
      exposures: [exposure({ hops: 2, through: FRIEND })],
      severity: 'medium',
    },
    'a tenth, through another account': {
      exposures: [exposure({ hops: 2, through: FRIEND, share: 0.1 })],
      severity: 'low',
    },
    'an exchange whose customers come from mixers': {
      subject: account(TRADER, { labels: [label('exchange')] }),
      exposures: [exposure()],
      severity: 'low',
    },
  },
  clears: {
    'no dealings with mixers': {},
    'dust that an account sent from a mixer': { exposures: [exposure({ share: 0.0001, usd: 2 })] },
    'a friend who once paid a little into one': {
      exposures: [exposure({ hops: 2, through: FRIEND, share: 0.01, usd: 90 })],
    },
    'dealings with a sanctioned party, another finding': { exposures: [exposure({ kind: 'sanctioned' })] },
  },
})
