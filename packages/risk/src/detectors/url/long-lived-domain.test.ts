import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, listed, registration, site, visit } from '../../testing/sampleUrl.ts'
import detector from './long-lived-domain.ts'

detectorTest(detector, {
  detects: { 'six years': {}, 'twenty years': { registration: registration({ ageDays: 7_400 }) } },
  clears: {
    'a domain of last year': { registration: registration({ ageDays: 400 }) },
    'a listed domain, however old': { trust: listed('teashop.example') },
    'an old shortener that leads elsewhere': {
      visit: visit({ hops: [hop(site().href, 'https://evil.example/')], final: site('https://evil.example/') }),
    },
    'a page on a hosting platform': { registration: null },
  },
  unknowns: { 'a registry that names no date': { registration: registration({ registeredAt: null }) } },
})
