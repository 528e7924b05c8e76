import { detectorTest } from '../../testing/detectorTest.ts'
import { origin } from '../../testing/sampleMessage.ts'
import { likeness } from '../../testing/sampleUrl.ts'
import detector from './origin-resembling-brand.ts'

detectorTest(detector, {
  detects: {
    'a site that borrows a name': { origin: origin({ likenesses: [likeness({ how: 'combo', presses: true })] }) },
    'a common word': { origin: origin({ likenesses: [likeness({ how: 'tld', ambiguous: true })] }), severity: 'low' },
  },
  clears: {
    'a name that is like no other': { origin: origin({ likenesses: [] }) },
    'a name that was not judged': { origin: origin() },
    'a caller who names no site': { origin: null },
  },
})
