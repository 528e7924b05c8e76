import { detectorTest } from '../../testing/detectorTest.ts'
import { unreached, visit } from '../../testing/sampleUrl.ts'
import detector from './unreachable-site.ts'

detectorTest(detector, {
  detects: {
    'a site that does not answer': unreached(),
    'a robot check instead of the page': { visit: visit({ challenge: 'Cloudflare' }) },
    'a site that turns visitors of our kind away': { visit: visit({ status: 403 }) },
  },
  clears: { 'a site that answers': {} },
})
