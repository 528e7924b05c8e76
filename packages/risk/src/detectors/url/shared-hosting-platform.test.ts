import { detectorTest } from '../../testing/detectorTest.ts'
import { site } from '../../testing/sampleUrl.ts'
import detector from './shared-hosting-platform.ts'

detectorTest(detector, {
  detects: {
    'a customer’s subdomain': {
      site: site('https://tea.pages.example/', { site: 'tea.pages.example', platform: 'pages.example' }),
    },
    'a page on a shared host': {
      site: site('https://sites.example/view/tea', { site: null, platform: 'sites.example' }),
      severity: 'info',
    },
  },
  clears: { 'a domain of one’s own': { site: site() } },
})
