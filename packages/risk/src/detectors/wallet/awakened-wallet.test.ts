import { detectorTest } from '../../detectorTest.ts'
import { activity } from '../../sampleWallet.ts'
import detector from './awakened-wallet.ts'

detectorTest(detector, {
  detects: {
    'one that slept for a year': { walletActivity: activity({ awoken: { days: 365, sent: 4 } }) },
    'one that slept for half a year': { walletActivity: activity({ awoken: { days: 180, sent: 1 } }) },
  },
  clears: {
    'a busy trader': {},
    'a long holiday': { walletActivity: activity({ awoken: { days: 60, sent: 9 } }) },
  },
})
