import { detectorTest } from '../../testing/detectorTest.ts'
import { activity } from '../../testing/sampleWallet.ts'
import detector from './dormant-wallet-reactivated.ts'

detectorTest(detector, {
  detects: {
    'one that slept for a year': { walletActivity: activity({ reactivated: { days: 365, sent: 4 } }) },
    'one that slept for half a year': { walletActivity: activity({ reactivated: { days: 180, sent: 1 } }) },
  },
  clears: {
    'a busy trader': {},
    'a long holiday': { walletActivity: activity({ reactivated: { days: 60, sent: 9 } }) },
  },
})
