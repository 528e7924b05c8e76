import { detectorTest } from '../../testing/detectorTest.ts'
import { dns } from '../../testing/sampleUrl.ts'
import detector from './unresolvable-host.ts'

detectorTest(detector, {
  detects: { 'a name without an address': { dns: dns({ exists: false, addresses: [] }) } },
  clears: { 'a name with an address': {} },
})
