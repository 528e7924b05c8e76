import { detectorTest } from '../../detectorTest.ts'
import { form, named, page, trust, unreached } from '../../sampleUrl.ts'
import detector from './copied-brand-favicon.ts'

const favicon = { url: 'https://teashop.example/favicon.ico', sha256: 'ab'.repeat(32), brand: 'Foxwallet' }
const asks = { forms: [form(['password'])] }

detectorTest(detector, {
  detects: {
    'the icon of a wallet over a password': { page: page({ favicon, ...asks }) },
    'the icon on a page that asks for nothing': { page: page({ favicon }), severity: 'low' },
  },
  clears: {
    'the wallet itself': {
      page: page({ favicon, ...asks, brands: [{ ...named('Foxwallet', 'favicon'), own: true }] }),
    },
    'another site of the wallet': { page: page({ favicon, ...asks }), trust: trust({ official: 'Foxwallet' }) },
    'an icon of its own': { page: page({ favicon: { ...favicon, brand: null } }) },
    'no icon': {},
  },
  unknowns: { 'a site that does not answer': unreached() },
})
