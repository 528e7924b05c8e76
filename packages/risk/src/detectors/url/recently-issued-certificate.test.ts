import { detectorTest } from '../../testing/detectorTest.ts'
import { registration, SCANNED_AT, site, tls, visit } from '../../testing/sampleUrl.ts'
import detector from './recently-issued-certificate.ts'

const recent = tls({ validFrom: SCANNED_AT - 2 * 86_400_000 })

detectorTest(detector, {
  detects: {
    'a certificate of yesterday on a domain of last week': { tls: recent, registration: registration({ ageDays: 8 }) },
    'a certificate of yesterday where redirects lead': {
      visit: visit({ final: site('https://evil.example/') }),
      finalTls: recent,
      finalRegistration: registration({ domain: 'evil.example', ageDays: 8 }),
    },
    'a certificate of yesterday on a hosting platform where redirects lead': {
      visit: visit({ final: site('https://evil.pages.example/') }),
      finalTls: recent,
      finalRegistration: null,
    },
    'a certificate of yesterday for a domain of unknown age': {
      tls: recent,
      registration: registration({ registeredAt: null }),
    },
  },
  clears: {
    'a renewal': { tls: recent },
    'a certificate of two months': { registration: registration({ ageDays: 8 }) },
    'no certificate': { tls: tls({ status: 'none', validFrom: null }) },
    'one that is not valid yet, which is another finding': {
      tls: tls({ status: 'not_yet_valid', validFrom: SCANNED_AT + 86_400_000 }),
      registration: null,
    },
  },
})
