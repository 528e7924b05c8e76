import { detectorTest } from '../../testing/detectorTest.ts'
import { site } from '../../testing/sampleUrl.ts'
import detector from './obfuscated-ip-address.ts'

detectorTest(detector, {
  detects: {
    'a hexadecimal address': { site: site('http://127.0.0.1/', { ip: 4, oddIp: '0x7f.1' }) },
    'a long IPv6 address': {
      site: site('http://[2001:db8::1]/', { ip: 6, host: '2001:db8::1', oddIp: '[2001:db8:0::1]' }),
      severity: 'low',
    },
  },
  clears: { 'the ordinary spelling': { site: site('http://127.0.0.1/', { ip: 4 }) }, 'a name': { site: site() } },
})
