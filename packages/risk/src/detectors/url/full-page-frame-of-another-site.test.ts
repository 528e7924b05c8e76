import { detectorTest } from '../../testing/detectorTest.ts'
import { page, unreached } from '../../testing/sampleUrl.ts'
import detector from './full-page-frame-of-another-site.ts'

const frames = [{ src: 'https://app.swapper.example/', hidden: false, offSite: true }]

detectorTest(detector, {
  detects: { 'nothing but a foreign frame': { page: page({ frames, text: 'Loading', forms: [] }) } },
  clears: {
    'an article with a film': { page: page({ frames, text: 'A long article. '.repeat(40), forms: [] }) },
    'a checkout with a frame of the payment service': { page: page({ frames, text: 'Pay' }) },
    'no frame': {},
  },
  unknowns: { 'a site that does not answer': unreached() },
})
