import { detectorTest } from '../../testing/detectorTest.ts'
import { form, page, unreached } from '../../testing/sampleUrl.ts'
import detector from './offsite-form-post.ts'

const away = { action: 'https://collect.example/in', offSite: true }

detectorTest(detector, {
  detects: {
    'a phrase that is sent elsewhere': { page: page({ forms: [form(['seed-phrase'], away)] }), severity: 'high' },
    'a password that is sent elsewhere': {
      page: page({ forms: [form(['email', 'password'], away)] }),
      severity: 'low',
    },
  },
  clears: {
    'a newsletter': { page: page({ forms: [form(['email'], away)] }) },
    'a login of its own': { page: page({ forms: [form(['password'], { action: 'https://teashop.example/login' })] }) },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
