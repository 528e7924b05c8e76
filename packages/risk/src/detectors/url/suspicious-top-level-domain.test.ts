import { detectorTest } from '../../testing/detectorTest.ts'
import { site } from '../../testing/sampleUrl.ts'
import detector from './suspicious-top-level-domain.ts'

detectorTest(detector, {
  detects: {
    'a cheap ending': { site: site('https://tea.icu/') },
    'an ending that was free': { site: site('https://tea.tk/') },
  },
  clears: {
    'an ordinary ending': { site: site('https://tea.com/') },
    'an ending that crypto likes': { site: site('https://tea.xyz/') },
    'a customer of a hosting service': { site: site('https://tea.pages.online/', { platform: 'pages.online' }) },
  },
})
