import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, label, ROUTER, router } from '../../testing/sampleFacts.ts'
import { mixer } from '../../testing/sampleWallet.ts'
import detector from './mixer-wallet.ts'

detectorTest(detector, {
  detects: {
    'a pool of a mixer': { subject: mixer() },
    'one that only a submission names': {
      subject: contract(ROUTER, { labels: [{ ...label('mixer'), confidence: 'low' }] }),
    },
  },
  clears: { 'a trader': {}, 'a router': { subject: router() } },
})
