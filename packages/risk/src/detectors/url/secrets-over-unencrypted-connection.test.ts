import { detectorTest } from '../../testing/detectorTest.ts'
import { form, marks, page, site, tls, unreached, visit } from '../../testing/sampleUrl.ts'
import detector from './secrets-over-unencrypted-connection.ts'

const plain = { visit: visit({ final: site('http://teashop.example/') }) }

detectorTest(detector, {
  detects: {
    'a password over http': { ...plain, page: page({ forms: [form(['email', 'password'])] }) },
    'a wallet over http': { ...plain, page: page({ walletCalls: marks('connect', 'approve') }) },
    'a password where redirects lead, under a certificate that has expired': {
      visit: visit({ final: site('https://login.example/') }),
      finalTls: tls({ status: 'expired' }),
      page: page({ forms: [form(['password'])] }),
    },
    'card details under a foreign certificate': {
      tls: tls({ status: 'hostname_mismatch' }),
      page: page({ forms: [form(['card'])] }),
    },
  },
  clears: {
    'a search field over http': plain,
    'a password over https': { page: page({ forms: [form(['password'])] }) },
    'a broken certificate that led on to another site': {
      tls: tls({ status: 'expired' }),
      visit: visit({ final: site('https://login.example/') }),
      page: page({ forms: [form(['password'])] }),
    },
    'a download': { ...plain, page: null },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
