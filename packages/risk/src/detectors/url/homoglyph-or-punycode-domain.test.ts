import { detectorTest } from '../../testing/detectorTest.ts'
import { site } from '../../testing/sampleUrl.ts'
import detector from './homoglyph-or-punycode-domain.ts'

detectorTest(detector, {
  detects: {
    'Cyrillic among Latin': {
      site: site('https://xn--pypal-4ve.example', {
        unicodeHost: 'p\u0430ypal.example',
        mixedScripts: [{ label: 'p\u0430ypal', scripts: ['Latin', 'Cyrillic'] }],
      }),
    },
    'a name of another language': {
      site: site('https://xn--mnchen-3ya.example', { unicodeHost: 'münchen.example' }),
      severity: 'low',
    },
  },
  clears: { ASCII: { site: site('https://a-b.example') } },
})
