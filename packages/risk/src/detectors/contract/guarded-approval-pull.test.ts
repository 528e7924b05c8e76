import { detectorTest } from '../../detectorTest.ts'
import type { GuardedPull } from '../../facts/guardedPull.ts'
import { capability } from '../../sampleContract.ts'
import detector from './guarded-approval-pull.ts'

const pull = (fields: Partial<GuardedPull> = {}): GuardedPull => ({
  selector: '0xdeadbeef',
  signature: 'collect(address,address)',
  guards: [{ by: 'role', holder: null }],
  holders: [],
  anyCall: false,
  ...fields,
})

detectorTest(detector, {
  detects: {
    'a list of callers': { guardedPulls: [pull()], severity: 'high' },
    'no guard': { guardedPulls: [pull({ guards: [] })], severity: 'high' },
  },
  clears: {
    'no pull': {},
    'a wallet that makes any call': { guardedPulls: [pull({ anyCall: true })] },
    'a pull that was executed': {
      guardedPulls: [pull()],
      capabilities: [capability('pull-approved-tokens', 'collect(address,address)')],
    },
  },
})
