import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, site, visit } from '../../testing/sampleUrl.ts'
import detector from './meta-redirect.ts'

const by = (how: 'meta' | 'refresh-header' | 'http', to: string) => ({
  visit: visit({ hops: [hop(site().href, to, { how, status: 200 })] }),
})

detectorTest(detector, {
  detects: {
    'a refresh in the page': by('meta', 'https://other.example/'),
    'a refresh in the header': by('refresh-header', 'https://other.example/'),
  },
  clears: {
    'a refresh to a page of its own': by('meta', 'https://teashop.example/shop'),
    'a redirect by the server': by('http', 'https://other.example/'),
  },
})
