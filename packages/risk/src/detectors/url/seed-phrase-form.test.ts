import { detectorTest } from '../../testing/detectorTest.ts'
import { form, listed, page, trust, unreached, visit } from '../../testing/sampleUrl.ts'
import detector from './seed-phrase-form.ts'

const twelve = page({ secretsAsked: [{ kind: 'seed-phrase', evidence: '12 inputs for words' }] })

detectorTest(detector, {
  detects: {
    'twelve fields for words': { page: twelve },
    'one field for all of them': { page: page({ forms: [form(['seed-phrase'])] }) },
    'a tool whose code sends nothing': { page: { ...twelve, keepsTyped: true }, severity: 'medium' },
    'a form on an error page': { page: twelve, visit: visit({ status: 404 }) },
    'a known wallet’s site that a list accuses': {
      page: twelve,
      trust: { ...listed('teashop.example'), official: 'Tea Wallet' },
    },
    'a wallet’s own site, which is a mention': {
      page: twelve,
      trust: trust({ official: 'Tea Wallet' }),
      severity: 'low',
    },
  },
  clears: {
    'a shop': {},
    'a private key, which is another finding': {
      page: page({ secretsAsked: [{ kind: 'private-key', evidence: 'one input' }] }),
    },
    'a download': { page: null },
  },
  unknowns: { 'a site that does not answer': unreached(), 'an error page': { visit: visit({ status: 404 }) } },
})
