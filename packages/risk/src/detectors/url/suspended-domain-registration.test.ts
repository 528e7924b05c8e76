import { detectorTest } from '../../testing/detectorTest.ts'
import { registration } from '../../testing/sampleUrl.ts'
import detector from './suspended-domain-registration.ts'

detectorTest(detector, {
  detects: {
    'a hold by the registry': { registration: registration({ statuses: ['server hold'] }) },
    'a hold by the registrar, as WHOIS writes it': { registration: registration({ statuses: ['clientHold'] }) },
    'a name that is being deleted': { registration: registration({ statuses: ['pending delete'] }) },
  },
  clears: {
    'locks against theft': {
      registration: registration({ statuses: ['client transfer prohibited', 'server delete prohibited'] }),
    },
    'a page on a hosting platform': { registration: null },
  },
})
