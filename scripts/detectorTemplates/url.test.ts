import { detectorTest } from '../../packages/risk/src/testing/detectorTest.ts'
import { dns } from '../../packages/risk/src/testing/sampleUrl.ts'
import detector from './url.ts'

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `203.0.113.${index + 1}`)

detectorTest(detector, {
  detects: { 'fifty-one IP addresses': { dns: dns({ addresses: addresses(51) }) } },
  clears: {
    'a shop on one server': {},
    'a service on fifty servers': { dns: dns({ addresses: addresses(50) }) },
    'a host that does not exist': { dns: dns({ exists: false, addresses: [] }) },
  },
})
