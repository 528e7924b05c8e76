import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './dialog-flood.ts'

detectorTest(detector, {
  detects: {
    'one dialog after another': { browsing: browsing({ dialogs: ['Locked', 'Call support now', 'Do not leave'] }) },
    'the same dialog for ever': { browsing: browsing({ dialogs: ['Call support now'], cutOff: 'dialogs' }) },
  },
  clears: { 'one question': { browsing: browsing({ dialogs: ['Accept cookies?'] }) }, 'no dialog': {} },
})
