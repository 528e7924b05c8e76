import { detectorTest } from '../../detectorTest.ts'
import { hop, listed, site, standing, visit } from '../../sampleUrl.ts'
import detector from './trusted-by-operator.ts'

detectorTest(detector, {
  detects: {
    'the operator’s own word': { standing: standing({ allowed: { by: 'the operator', note: 'ours' } }) },
    'a list’s word': { standing: standing({ allowed: { by: 'Good sites', note: null } }) },
  },
  clears: {
    'a site that nobody vouches for': { standing: standing() },
    'a site on a list that the operator could not silence': {
      standing: { ...listed('teashop.example', 'sanctioned'), allowed: { by: 'the operator', note: null } },
    },
    'a site that leads elsewhere': {
      standing: standing({ allowed: { by: 'the operator', note: null } }),
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://other.example/')],
        final: site('https://other.example/'),
      }),
    },
  },
})
