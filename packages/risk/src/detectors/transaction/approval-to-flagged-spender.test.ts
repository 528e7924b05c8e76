import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  DRAINER,
  label,
  MAX_UINT256,
  ROUTER,
  router,
  STRANGER,
} from '../../testing/sampleFacts.ts'
import detector from './approval-to-flagged-spender.ts'

const spenders = byAddress(contract(DRAINER, { labels: [label('scammer')] }), router())

detectorTest(detector, {
  detects: {
    'an approval to a listed drainer': { approvalChanges: [approval(DRAINER)], spenders },
    'a small one': { approvalChanges: [approval(DRAINER, { after: 1n, unlimited: false })], spenders },
    'a listed drainer that an account also calls a protocol': {
      approvalChanges: [approval(DRAINER)],
      spenders: byAddress(contract(DRAINER, { labels: [label('defi_protocol'), label('hacker')] })),
    },
    'one that anyone may have submitted': {
      approvalChanges: [approval(DRAINER)],
      spenders: byAddress(contract(DRAINER, { labels: [{ ...label('scammer'), confidence: 'low' }] })),
      severity: 'high',
    },
  },
  clears: {
    'an approval to a protocol': { approvalChanges: [approval(ROUTER)], spenders },
    'taking a permission back, whichever spender had it': {
      approvalChanges: [approval(STRANGER, { before: 5n, after: 0n })],
      spenders: byAddress(contract(STRANGER, { sanctioned: null })),
    },
    'revoking the drainer': { approvalChanges: [approval(DRAINER, { before: MAX_UINT256, after: 0n })], spenders },
  },
  unknowns: {
    'a spender the oracle did not answer for': {
      approvalChanges: [approval(STRANGER)],
      spenders: byAddress(contract(STRANGER, { sanctioned: null })),
    },
  },
})
