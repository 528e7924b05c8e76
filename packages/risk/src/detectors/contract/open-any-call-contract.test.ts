import type { GuardedPull } from '../../facts/guardedPull.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './open-any-call-contract.ts'

const pull: GuardedPull = { selector: '0xa3d6bde9', signature: null, guards: [], anyCall: true, holders: [] }

detectorTest(detector, {
  detects: {
    'any call for anyone': { guardedPulls: [pull] },
  },
  clears: {
    'any call for its owner, as a wallet makes it': {
      guardedPulls: [{ ...pull, guards: [{ by: 'caller', holder: `0x${'5'.repeat(40)}` }] }],
    },
    'any call for anyone, by a contract that takes payments by approval': {
      guardedPulls: [{ ...pull, isApproved: true }],
    },
    'a plain pull': { guardedPulls: [{ ...pull, anyCall: false }] },
    'no pull': { guardedPulls: [] },
  },
})
