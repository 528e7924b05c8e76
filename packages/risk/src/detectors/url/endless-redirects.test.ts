import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, site, visit } from '../../testing/sampleUrl.ts'
import detector from './endless-redirects.ts'

const hops = Array.from({ length: 10 }, (_, index) => hop(site().href, `https://teashop.example/${index}`))

detectorTest(detector, {
  detects: { 'a circle': { visit: visit({ hops, endless: true }) } },
  clears: { 'a long way with an end': { visit: visit({ hops }) }, 'no redirect': {} },
})
