import { detectorTest } from '../../testing/detectorTest.ts'
import { likeness, listed, site, visit } from '../../testing/sampleUrl.ts'
import detector from './open-redirect.ts'

detectorTest(detector, {
  detects: {
    'an open redirect': {
      site: site('https://teashop.example/go', { carried: ['https://shop.example/x'] }),
      visit: visit({ final: site('https://shop.example/x') }),
    },
    'an open redirect to a listed site': {
      site: site('https://teashop.example/go', { carried: ['https://evil.example/x'] }),
      visit: visit({ final: site('https://evil.example/x') }),
      hopTrust: { 'evil.example': listed('evil.example') },
      severity: 'high',
    },
    'an open redirect to a name that imitates': {
      site: site('https://teashop.example/go', { carried: ['https://foxwallet.evil/x'] }),
      visit: visit({ final: site('https://foxwallet.evil/x') }),
      likenesses: [likeness({ host: 'foxwallet.evil' })],
      severity: 'high',
    },
  },
  clears: {
    'an address that is carried and not followed': {
      site: site('https://teashop.example/login', { carried: ['https://shop.example/back'] }),
    },
    'the way back to the same site': {
      site: site('https://login.teashop.example/', { carried: ['https://teashop.example/'] }),
      visit: visit({ final: site('https://teashop.example/') }),
    },
    'a redirect of the site’s own': {
      site: site('https://teashop.example/'),
      visit: visit({ final: site('https://shop.example/') }),
    },
  },
})
