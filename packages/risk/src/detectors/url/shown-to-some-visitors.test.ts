import type { Page } from '../../facts/page.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { page } from '../../testing/sampleUrl.ts'
import detector from './shown-to-some-visitors.ts'

const shows = (...onlyOthers: Page['onlyOthers']) => ({ page: page({ onlyOthers }) })

detectorTest(detector, {
  detects: {
    'a form for a few': { ...shows('secrets'), severity: 'high' },
    'wallet code for a few': shows('wallet-code'),
  },
  clears: { 'the same for all': shows() },
})
