import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, listed, site, trust, visit } from '../../testing/sampleUrl.ts'
import detector from './allow-listed-site.ts'

detectorTest(detector, {
  detects: {
    'the operator’s own word': { trust: trust({ allowed: { by: 'the operator', note: 'ours' } }) },
    'a list’s word': { trust: trust({ allowed: { by: 'Good sites', note: null } }) },
  },
  clears: {
    'a site that no list vouches for': { trust: trust() },
    'a site on a list that the operator could not silence': {
      trust: { ...listed('teashop.example', 'sanctioned'), allowed: { by: 'the operator', note: null } },
    },
    'a site that leads elsewhere': {
      trust: trust({ allowed: { by: 'the operator', note: null } }),
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://other.example/')],
        final: site('https://other.example/'),
      }),
    },
  },
})
