import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, site, tls, visit } from '../../testing/sampleUrl.ts'
import detector from './invalid-certificate.ts'

const leads = {
  visit: visit({ hops: [hop(site().href, 'https://evil.example/')], final: site('https://evil.example/') }),
}

detectorTest(detector, {
  detects: {
    'an expired certificate': { tls: tls({ status: 'expired' }) },
    'one for next year': { tls: tls({ status: 'not_yet_valid' }) },
    'a self-signed certificate': { tls: tls({ status: 'self_signed' }) },
    'an unknown issuer': { tls: tls({ status: 'untrusted' }) },
    'one where redirects lead': { ...leads, finalTls: tls({ status: 'untrusted' }) },
    'the certificate of another host': { tls: tls({ status: 'hostname_mismatch', names: ['other.example'] }) },
  },
  clears: {
    'a valid certificate': {},
    'valid ones at both ends': { ...leads, finalTls: tls() },
    'plain http, which is another finding': { tls: tls({ status: 'none', validFrom: null, validTo: null }) },
  },
  unknowns: { 'a host that does not answer': { tls: tls({ status: 'unreachable' }) } },
})
