import { detectorTest } from '../../testing/detectorTest.ts'
import { site } from '../../testing/sampleUrl.ts'
import detector from './unusual-port.ts'

detectorTest(detector, {
  detects: { 'port 8443': { site: site('https://teashop.example:8443/') } },
  clears: { 'the scheme’s own port': { site: site('https://teashop.example:443/') } },
})
