import { detectorTest } from '../../detectorTest.ts'
import { listed, standing } from '../../sampleUrl.ts'
import detector from './listed-host-contacted.ts'

detectorTest(detector, {
  detects: {
    'code from a listed server': {
      contactStandings: { 'cdn.example': standing(), 'evil.example': listed('evil.example', 'drainer') },
    },
  },
  clears: { 'servers on no list': { contactStandings: { 'cdn.example': standing() } }, 'no other servers': {} },
})
