import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, site, trust, visit } from '../../testing/sampleUrl.ts'
import detector from './offsite-redirect.ts'

const OTHER = 'https://other.example/'
const away = visit({ hops: [hop(site().href, OTHER)], final: site(OTHER) })

detectorTest(detector, {
  detects: {
    'a move to another domain': { visit: away },
    'a chain over three owners': {
      severity: 'medium',
      visit: visit({
        hops: [
          hop(site().href, 'https://a.example/'),
          hop('https://a.example/', 'https://b.example/'),
          hop('https://b.example/', OTHER),
        ],
        final: site(OTHER),
      }),
    },
  },
  clears: {
    'no redirect': {},
    'www in front': {
      visit: visit({
        hops: [hop(site().href, 'https://www.teashop.example/')],
        final: site('https://www.teashop.example/'),
      }),
    },
    'the old address of a known project': {
      visit: away,
      hopTrust: { 'other.example': trust({ official: 'Other' }) },
    },
    'there and back again, to sign in': {
      visit: visit({ hops: [hop(site().href, OTHER), hop(OTHER, site().href)], final: site() }),
    },
  },
})
