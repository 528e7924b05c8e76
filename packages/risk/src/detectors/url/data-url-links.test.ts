import { detectorTest } from '../../testing/detectorTest.ts'
import { page, unreached } from '../../testing/sampleUrl.ts'
import detector from './data-url-links.ts'

const links = (data: number, javascript: number) => ({
  page: page({ links: { total: 20, dead: 0, offSite: 0, javascript, data, downloads: [] } }),
})

detectorTest(detector, {
  detects: { 'a link that holds a page': links(1, 0) },
  clears: { 'links that are scripts, as old menus are': links(0, 12), 'a shop': {} },
  unknowns: { 'a site that does not answer': unreached() },
})
