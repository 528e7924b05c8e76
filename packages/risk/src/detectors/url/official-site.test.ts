import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, listed, site, trust, visit } from '../../testing/sampleUrl.ts'
import detector from './official-site.ts'

detectorTest(detector, {
  detects: {
    'a project’s site': { trust: trust({ official: 'Tea' }) },
    'plain http that it upgrades itself': {
      site: site('http://teashop.example/'),
      visit: visit({ upgraded: true }),
      trust: trust({ official: 'Tea' }),
    },
  },
  clears: {
    'a site of no project': { trust: trust() },
    'a site on a list': { trust: { ...listed('teashop.example'), official: 'Tea' } },
    'plain http': { site: site('http://teashop.example/'), trust: trust({ official: 'Tea' }) },
    'a site that leads elsewhere': {
      trust: trust({ official: 'Tea' }),
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://other.example/')],
        final: site('https://other.example/'),
      }),
    },
  },
})
