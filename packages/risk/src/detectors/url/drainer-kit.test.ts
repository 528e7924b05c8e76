import { detectorTest } from '../../testing/detectorTest.ts'
import { DEX_CALLS, marks, page, unreached } from '../../testing/sampleUrl.ts'
import detector from './drainer-kit.ts'

const walletCalls = marks(...DEX_CALLS)

detectorTest(detector, {
  detects: {
    'a known kit that speaks to a wallet': { page: page({ drainerMarks: marks('kit-name'), walletCalls }) },
    'its structure without its name': {
      page: page({ drainerMarks: marks('drain-function', 'balance-sorting'), walletCalls }),
    },
    'a sorted list and a log of victims': {
      page: page({ drainerMarks: marks('balance-sorting', 'victim-log'), walletCalls }),
      severity: 'high',
    },
    'an article that quotes a kit': { page: page({ drainerMarks: marks('kit-name') }), severity: 'low' },
  },
  clears: {
    'a portfolio, dearest first': { page: page({ drainerMarks: marks('balance-sorting'), walletCalls }) },
    'an exchange': { page: page({ walletCalls }) },
  },
  unknowns: {
    'a script that was not read': { page: page({ unread: ['app.js: too large'] }) },
    'a site that does not answer': unreached(),
  },
})
