import { detectorTest } from '../../testing/detectorTest.ts'
import { activity } from '../../testing/sampleWallet.ts'
import detector from './new-wallet.ts'

detectorTest(detector, {
  detects: {
    'a wallet of today': { walletActivity: activity({ ageDays: 0 }) },
    'one of yesterday': { walletActivity: activity({ ageDays: 1 }) },
    'one of three weeks': { walletActivity: activity({ ageDays: 21 }) },
  },
  clears: { 'one of two years': {}, 'one of a month': { walletActivity: activity({ ageDays: 30 }) } },
  unknowns: { 'one whose beginning is unknown': { walletActivity: activity({ ageDays: null }) } },
})
