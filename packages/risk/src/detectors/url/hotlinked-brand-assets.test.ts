import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './hotlinked-brand-assets.ts'

detectorTest(detector, {
  detects: {
    'a copy that asks a wallet': {
      page: page({ hotlinkedFrom: 'swapper.example', walletCalls: marks('connect', 'send') }),
    },
    'a copy that asks for nothing': { page: page({ hotlinkedFrom: 'swapper.example' }), severity: 'low' },
  },
  clears: {
    'pictures of its own': {},
    'another site of the same project': {
      page: page({ hotlinkedFrom: 'swapper.example' }),
      trust: trust({ official: 'Swapper' }),
    },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
