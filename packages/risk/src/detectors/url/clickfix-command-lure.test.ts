import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './clickfix-command-lure.ts'

const clipboard = marks('runs-command-lure')

detectorTest(detector, {
  detects: {
    'a command to be pasted': { page: page({ clipboard }) },
    'a command as a robot check': {
      page: page({ clipboard, lures: [{ kind: 'verify-wallet', phrase: 'verify that you are human' }] }),
      severity: 'critical',
    },
    'a bookmark that sends what other sites keep': { page: page({ clipboard: marks('bookmark-sends-session') }) },
    'the instructions of a known project': {
      page: page({ clipboard }),
      trust: trust({ official: 'Tea' }),
      severity: 'low',
    },
  },
  clears: {
    'a button that copies an address': { page: page({ clipboard: marks('writes-address') }) },
    'a download': { page: null },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
