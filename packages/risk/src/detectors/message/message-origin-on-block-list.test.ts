import { detectorTest } from '../../testing/detectorTest.ts'
import { origin } from '../../testing/sampleMessage.ts'
import detector from './message-origin-on-block-list.ts'

const hit = {
  label: 'phishing',
  name: 'fake swap',
  source: 'Phishing sites',
  listedSince: '2026-11-01',
  matched: 'evil.example',
}

detectorTest(detector, {
  detects: {
    'a listed parent': { origin: origin({ host: 'app.evil.example', listed: [hit] }) },
    'two lists': { origin: origin({ listed: [hit, { ...hit, name: null, source: 'Other', listedSince: null }] }) },
    'an official domain that was taken over': { origin: origin({ official: 'Uniswap', listed: [hit] }) },
  },
  clears: {
    'a site on no list': { origin: origin() },
    'a caller who names no site': { origin: null },
  },
})
