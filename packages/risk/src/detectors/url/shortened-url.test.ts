import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, site, visit } from '../../testing/sampleUrl.ts'
import detector from './shortened-url.ts'

const short = (...names: string[]) =>
  visit({ hops: names.map((shortener) => hop(`https://${shortener}/x`, 'https://shop.example/', { shortener })) })

detectorTest(detector, {
  detects: {
    'a short link': { site: site('https://sh.example/x'), visit: short('sh.example') },
    'a short link to a short link': { visit: short('sh.example', 'tiny.example'), severity: 'medium' },
  },
  clears: {
    'no shortener': {},
    'an ordinary redirect': { visit: visit({ hops: [hop(site().href, 'https://teashop.example/en')] }) },
  },
})
