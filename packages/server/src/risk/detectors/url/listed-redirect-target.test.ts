import { detectorTest } from '../../detectorTest.ts'
import { hop, listed, site, standing, visit } from '../../sampleUrl.ts'
import detector from './listed-redirect-target.ts'

detectorTest(detector, {
  detects: {
    'a listed site at the end': {
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://evil.example/')],
        final: site('https://evil.example/'),
      }),
      hopStandings: { 'evil.example': listed('evil.example') },
    },
    'a listed site on the way, which leads others elsewhere': {
      hopStandings: { 'evil.example': listed('evil.example'), 'teashop.example': standing() },
    },
    'a mixer on the way': { hopStandings: { 'mix.example': listed('mix.example', 'mixer') }, severity: 'high' },
    'a mixer at the end': {
      visit: visit({
        hops: [hop('https://teashop.example/', 'https://mix.example/')],
        final: site('https://mix.example/'),
      }),
      hopStandings: { 'mix.example': listed('mix.example', 'mixer') },
      severity: 'high',
    },
  },
  clears: { 'sites on no list': { hopStandings: { 'www.teashop.example': standing() } }, 'no redirect': {} },
})
