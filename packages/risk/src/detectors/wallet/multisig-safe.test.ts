import { detectorTest } from '../../testing/detectorTest.ts'
import { safe } from '../../testing/sampleWallet.ts'
import detector from './multisig-safe.ts'

detectorTest(detector, {
  detects: { 'two of three': { walletContract: safe() } },
  clears: { 'one of three': { walletContract: safe({ threshold: 1 }) }, 'a plain account': {} },
})
