import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, site, visit } from '../../testing/sampleUrl.ts'
import detector from './script-redirect.ts'

detectorTest(detector, {
  detects: {
    'a script that leads elsewhere': {
      visit: visit({ hops: [hop(site().href, 'https://other.example/', { how: 'script', status: 200 })] }),
    },
  },
  clears: {
    'a script that chooses the language': {
      visit: visit({ hops: [hop(site().href, 'https://teashop.example/en', { how: 'script', status: 200 })] }),
    },
    'a redirect by the server': { visit: visit({ hops: [hop(site().href, 'https://other.example/')] }) },
  },
})
