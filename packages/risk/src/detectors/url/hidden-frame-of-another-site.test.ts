import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './hidden-frame-of-another-site.ts'

const hidden = (src: string) => ({ frames: [{ src, hidden: true, offSite: true }] })

detectorTest(detector, {
  detects: {
    'a hidden frame under a wallet page': {
      page: page({ ...hidden('https://else.example/w'), walletCalls: marks('connect') }),
    },
    'a hidden frame': { page: page(hidden('https://else.example/w')), severity: 'low' },
  },
  clears: {
    'a tag manager': { page: page(hidden('https://www.googletagmanager.com/ns.html?id=GTM-1')) },
    'a frame of a known project': {
      page: page(hidden('https://else.example/w')),
      contactTrust: { 'else.example': trust({ official: 'Else' }) },
    },
    'a film that everybody sees': {
      page: page({ frames: [{ src: 'https://film.example/', hidden: false, offSite: true }] }),
    },
    'a hidden frame of its own': {
      page: page({ frames: [{ src: 'https://teashop.example/s', hidden: true, offSite: false }] }),
    },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
