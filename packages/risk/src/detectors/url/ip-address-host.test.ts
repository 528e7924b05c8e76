import { detectorTest } from '../../testing/detectorTest.ts'
import { site } from '../../testing/sampleUrl.ts'
import detector from './ip-address-host.ts'

detectorTest(detector, {
  detects: {
    'an IPv4 address': { site: site('http://203.0.113.7/', { ip: 4, host: '203.0.113.7' }) },
    'an address with a port': {
      site: site('http://203.0.113.7:8081/', { ip: 4, host: '203.0.113.7' }),
      severity: 'medium',
    },
    'an IPv6 address': { site: site('https://[2001:db8::1]/', { ip: 6, host: '2001:db8::1' }) },
  },
  clears: { 'a name': { site: site() } },
})
