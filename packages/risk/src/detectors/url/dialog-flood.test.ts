import { detectorTest } from '../../detectorTest.ts'
import { browsing } from '../../sampleUrl.ts'
import detector from './dialog-flood.ts'

detectorTest(detector, {
  detects: { 'one dialog after another': { browsing: browsing({ dialogs: Array(5).fill('Call support now') }) } },
  clears: { 'one question': { browsing: browsing({ dialogs: ['Accept cookies?'] }) }, 'no dialog': {} },
})
