import { detectorTest } from '../../testing/detectorTest.ts'
import { STRANGER } from '../../testing/sampleFacts.ts'
import { bait, lookalike } from '../../testing/sampleWallet.ts'
import detector from './address-poisoning-in-history.ts'

const poisoning = { ...lookalike({ bait: [bait(), bait('dust')] }), address: STRANGER }

detectorTest(detector, {
  detects: {
    'one look-alike': { poisonings: [poisoning] },
    several: { poisonings: [poisoning, poisoning] },
  },
  clears: { 'a clean history': {} },
})
