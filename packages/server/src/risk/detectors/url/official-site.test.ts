import { detectorTest } from '../../detectorTest.ts'
import { hop, listed, site, standing, visit } from '../../sampleUrl.ts'
import detector from './official-site.ts'

detectorTest(detector, {
  detects: {
    'a project’s site': { standing: standing({ official: 'Tea' }) },
    'plain http that it upgrades itself': {
      site: site('http://teashop.example/'),
      visit: visit({ upgraded: true }),
      standing: standing({ official: 'Tea' }),
    },
  },
  clears: {
    'nobody’s site': { standing: standing() },
    'a site on a list': { standing: { ...listed('teashop.example'), official: 'Tea' } },
    'plain http': { site: site('http://teashop.example/'), standing: standing({ official: 'Tea' }) },
    'a site that leads elsewhere': {
      standing: standing({ official: 'Tea' }),
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://other.example/')],
        final: site('https://other.example/'),
      }),
    },
  },
})
