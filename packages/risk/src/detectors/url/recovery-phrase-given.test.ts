import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, trust } from '../../testing/sampleUrl.ts'
import detector from './recovery-phrase-given.ts'

const given = { browsing: browsing({ given: [{ kind: 'phrase', host: 'api.teashop.example', text: 'able acid …' }] }) }

detectorTest(detector, {
  detects: { 'words that a server sent': { ...given, severity: 'high' } },
  clears: {
    'a code for a sign-in': {
      browsing: browsing({ given: [{ kind: 'device-code', host: 'teashop.example', text: 'WDJB-MJHT' }] }),
    },
    'an official site': { ...given, trust: trust({ official: 'Tea Shop' }) },
    'words that were made on the page': {},
  },
})
