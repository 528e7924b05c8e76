import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './incomplete-browsing.ts'

detectorTest(detector, {
  detects: { 'a page that never ends': { browsing: browsing({ cutOff: 'time limit' }) } },
  clears: { 'a page that ended': {} },
})
