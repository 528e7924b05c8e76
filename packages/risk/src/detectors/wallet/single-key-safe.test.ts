import { detectorTest } from '../../testing/detectorTest.ts'
import { TRADER } from '../../testing/sampleFacts.ts'
import { safe } from '../../testing/sampleWallet.ts'
import detector from './single-key-safe.ts'

detectorTest(detector, {
  detects: {
    'one owner': { walletContract: safe({ owners: [TRADER], threshold: 1 }) },
    'any one of three': { walletContract: safe({ threshold: 1 }) },
  },
  clears: { 'two of three': { walletContract: safe() }, 'a plain account': {} },
})
