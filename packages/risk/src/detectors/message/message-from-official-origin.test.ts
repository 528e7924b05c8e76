import { detectorTest } from '../../testing/detectorTest.ts'
import { origin } from '../../testing/sampleMessage.ts'
import detector from './message-from-official-origin.ts'

const listed = [{ label: 'phishing', name: null, source: 'Phishing sites', listedSince: null, matched: 'app.example' }]

detectorTest(detector, {
  detects: { 'a site of a project': { origin: origin({ official: 'Uniswap' }) } },
  clears: {
    'an unknown site': { origin: origin() },
    'a site of a project on a list': { origin: origin({ official: 'Uniswap', listed }) },
    'a site of a project without encryption, which anyone on the way may be': {
      origin: origin({ official: 'Uniswap', url: 'http://app.example' }),
    },
    'a caller who names no site': { origin: null },
  },
})
