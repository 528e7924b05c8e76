import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, visit } from '../../testing/sampleUrl.ts'
import detector from './https-to-http-redirect.ts'

detectorTest(detector, {
  detects: { 'https that leads to http': { visit: visit({ hops: [hop('https://a.example/', 'http://a.example/')] }) } },
  clears: {
    'http that leads to https': { visit: visit({ hops: [hop('http://a.example/', 'https://a.example/')] }) },
    'no redirect': {},
  },
})
