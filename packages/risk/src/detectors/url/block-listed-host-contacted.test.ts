import { detectorTest } from '../../testing/detectorTest.ts'
import { listed, trust } from '../../testing/sampleUrl.ts'
import detector from './block-listed-host-contacted.ts'

detectorTest(detector, {
  detects: {
    'code from a listed server': {
      contactTrust: { 'cdn.example': trust(), 'evil.example': listed('evil.example', 'drainer') },
    },
  },
  clears: { 'servers on no list': { contactTrust: { 'cdn.example': trust() } }, 'no other servers': {} },
})
