import { detectorTest } from '../../testing/detectorTest.ts'
import { form, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './private-key-form.ts'

const asks = page({ secretsAsked: [{ kind: 'private-key', evidence: 'an input called private key' }] })

detectorTest(detector, {
  detects: {
    'a text that asks for it': { page: asks },
    'a field for it': { page: page({ forms: [form(['private-key'])] }) },
    'a wallet’s own site, which is a mention': {
      page: asks,
      trust: trust({ official: 'Foxwallet' }),
      severity: 'low',
    },
    'whatever the operator says': {
      page: asks,
      trust: trust({ allowed: { by: 'the operator', note: null } }),
    },
  },
  clears: { 'a password': { page: page({ forms: [form(['password'])] }) }, 'a download': { page: null } },
  unknowns: { 'a site that does not answer': unreached() },
})
