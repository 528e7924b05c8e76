import { detectorTest } from '../../testing/detectorTest.ts'
import { dns, site } from '../../testing/sampleUrl.ts'
import detector from './private-network-host.ts'

const inside = dns({ addresses: ['192.168.1.1'], notPublic: true })

detectorTest(detector, {
  detects: {
    'a public name for a router': { dns: inside },
    'the router itself': {
      site: site('http://192.168.1.1/', { ip: 4, registrable: null, site: null }),
      dns: inside,
      severity: 'low',
    },
  },
  clears: { 'a public address': {} },
})
