import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, listed, site, trust, visit } from '../../testing/sampleUrl.ts'
import detector from './redirect-to-block-listed-site.ts'

detectorTest(detector, {
  detects: {
    'a listed site at the end': {
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://evil.example/')],
        final: site('https://evil.example/'),
      }),
      hopTrust: { 'evil.example': listed('evil.example') },
    },
    'a listed site on the way, which leads others elsewhere': {
      hopTrust: { 'evil.example': listed('evil.example'), 'teashop.example': trust() },
    },
    'a mixer on the way': { hopTrust: { 'mix.example': listed('mix.example', 'mixer') }, severity: 'high' },
    'a mixer at the end': {
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://mix.example/')],
        final: site('https://mix.example/'),
      }),
      hopTrust: { 'mix.example': listed('mix.example', 'mixer') },
      severity: 'high',
    },
  },
  clears: { 'sites on no list': { hopTrust: { 'www.teashop.example': trust() } }, 'no redirect': {} },
})
