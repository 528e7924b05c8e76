import { detectorTest } from '../../testing/detectorTest.ts'
import { likeness, site } from '../../testing/sampleUrl.ts'
import detector from './brand-in-subdomain.ts'

detectorTest(detector, {
  detects: {
    'an official domain in front of another': {
      likenesses: [likeness({ how: 'subdomain', matched: 'foxwallet.example.evil.example' })],
    },
    'a name rented at a hosting service': {
      site: site('https://foxwallet.pages.example/', { platform: 'pages.example' }),
      likenesses: [likeness({ how: 'subdomain', matched: 'foxwallet' })],
    },
    'a name as a label': { likenesses: [likeness({ how: 'subdomain', matched: 'foxwallet' })], severity: 'medium' },
  },
  clears: {
    'a name that is like no other': { likenesses: [] },
    'a registered name, which is another’s business': { likenesses: [likeness({ how: 'tld' })] },
  },
})
