import { detectorTest } from '../../testing/detectorTest.ts'
import { page, unreached } from '../../testing/sampleUrl.ts'
import detector from './dead-links.ts'

const links = (total: number, dead: number) => ({
  page: page({ links: { total, dead, offSite: 0, javascript: 0, data: 0, downloads: [] } }),
})

detectorTest(detector, {
  detects: { 'a menu without anything behind it': links(20, 18) },
  clears: { 'a shop': {}, 'a page with three buttons': links(3, 3), 'a few dead links': links(20, 5) },
  unknowns: { 'a site that does not answer': unreached() },
})
