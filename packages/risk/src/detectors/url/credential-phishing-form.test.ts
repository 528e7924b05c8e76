import { detectorTest } from '../../testing/detectorTest.ts'
import { form, named, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './credential-phishing-form.ts'

const login = [form(['email', 'password'])]
const fake = page({ brands: [named('Coinbank', 'title', 'logo', 'text')], forms: login })

detectorTest(detector, {
  detects: {
    'the login of an exchange elsewhere': { page: fake },
    'its title and its heading over card details': {
      page: page({ brands: [named('Coinbank', 'title', 'heading')], forms: [form(['card'])] }),
    },
  },
  clears: {
    'the exchange itself': {
      page: page({ brands: [{ ...named('Coinbank', 'title', 'logo'), own: true }], forms: login }),
    },
    'a partner that its operator vouches for': { page: fake, trust: trust({ official: 'Coinbank' }) },
    'a blog about it with a login': { page: page({ brands: [named('Coinbank', 'title', 'text')], forms: login }) },
    'a shop that takes its payments': { page: page({ brands: [named('Coinbank', 'logo', 'text')], forms: login }) },
    'a page about it that asks for nothing': { page: page({ brands: [named('Coinbank', 'title', 'heading')] }) },
    'a download': { page: null },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
