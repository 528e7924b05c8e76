import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, site, unreached, visit } from '../../testing/sampleUrl.ts'
import detector from './plain-http.ts'

detectorTest(detector, {
  detects: {
    'a page over http': { site: site('http://old.example/'), visit: visit({ final: site('http://old.example/') }) },
  },
  clears: {
    'a page over https': {},
    'http that leads to https at once': {
      site: site('http://teashop.example/'),
      visit: visit({ hops: [hop('http://teashop.example/', 'https://teashop.example/')], upgraded: true }),
    },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
