import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, listed, site, trust, visit } from '../../testing/sampleUrl.ts'
import detector from './popular-site.ts'

detectorTest(detector, {
  detects: {
    'one of the first': { trust: trust({ popular: { rank: 400, list: 'Popular' } }) },
    'one of many': { trust: trust({ popular: { rank: 90_000, list: 'Popular' } }) },
  },
  clears: {
    'an unknown site': { trust: trust() },
    'one near the end': { trust: trust({ popular: { rank: 700_000, list: 'Popular' } }) },
    'a site on a list': { trust: { ...listed('teashop.example'), popular: { rank: 1, list: 'Popular' } } },
    'a site that leads elsewhere': {
      trust: trust({ popular: { rank: 1, list: 'Popular' } }),
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://other.example/')],
        final: site('https://other.example/'),
      }),
    },
  },
})
