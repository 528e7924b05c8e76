import { detectorTest } from '../../testing/detectorTest.ts'
import { named, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './impersonated-software-download.ts'

const offers = (...downloads: string[]) => ({
  links: { total: 12, offSite: 1, dead: 0, javascript: 0, data: 0, downloads },
})
const fake = { brands: [named('Foxwallet', 'title', 'logo')] }
const PROGRAM = 'https://teashop.example/foxwallet.exe'

detectorTest(detector, {
  detects: { 'a wallet from elsewhere': { page: page({ ...fake, ...offers(PROGRAM) }) } },
  clears: {
    'a guide that links the maker': {
      page: page({ ...fake, ...offers('https://get.foxwallet.example/foxwallet.exe') }),
    },
    'a program of its own': { page: page(offers(PROGRAM)) },
    'the maker itself': { page: page({ ...fake, ...offers(PROGRAM) }), trust: trust({ official: 'Foxwallet' }) },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
