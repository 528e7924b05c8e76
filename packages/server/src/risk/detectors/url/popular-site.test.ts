import { detectorTest } from '../../detectorTest.ts'
import { hop, listed, site, standing, visit } from '../../sampleUrl.ts'
import detector from './popular-site.ts'

detectorTest(detector, {
  detects: {
    'one of the first': { standing: standing({ popular: { rank: 400, list: 'Popular' } }) },
    'one of many': { standing: standing({ popular: { rank: 90_000, list: 'Popular' } }) },
  },
  clears: {
    'an unknown site': { standing: standing() },
    'one near the end': { standing: standing({ popular: { rank: 700_000, list: 'Popular' } }) },
    'a site on a list': { standing: { ...listed('teashop.example'), popular: { rank: 1, list: 'Popular' } } },
    'a site that leads elsewhere': {
      standing: standing({ popular: { rank: 1, list: 'Popular' } }),
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://other.example/')],
        final: site('https://other.example/'),
      }),
    },
  },
})
