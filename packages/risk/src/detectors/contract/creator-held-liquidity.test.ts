import { detectorTest } from '../../testing/detectorTest.ts'
import { CREATOR, distribution, TOKEN } from '../../testing/sampleContract.ts'
import { contract, label, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './creator-held-liquidity.ts'

const held = (share: number) => ({
  distribution: distribution({ lpHolders: [{ address: CREATOR, share, kind: 'creator' }] }),
})

detectorTest(detector, {
  detects: { 'all of it': held(98), 'a third': held(33) },
  clears: {
    'burned liquidity': {},
    'a small rest': held(5),
    'a stranger holds it, which is another finding': {
      distribution: distribution({ lpHolders: [{ address: STRANGER, share: 98, kind: 'eoa' }] }),
    },
    'a famous token': { ...held(98), subject: contract(TOKEN, { labels: [label('token')] }) },
    'a pool without LP tokens': { distribution: distribution({ lpHolders: null }) },
  },
})
