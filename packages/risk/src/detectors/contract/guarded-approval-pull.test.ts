import type { GuardedPull } from '../../facts/guardedPull.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { capability, privileged } from '../../testing/sampleContract.ts'
import { STRANGER } from '../../testing/sampleFacts.ts'
import detector from './guarded-approval-pull.ts'

const pull = (fields: Partial<GuardedPull> = {}): GuardedPull => ({
  selector: '0xdeadbeef',
  signature: 'collect(address,address)',
  guards: [{ by: 'role', holder: null }],
  holders: [],
  anyCall: false,
  ...fields,
})

const behind = (by: 'caller' | 'signature', account: 'contract' | 'multisig') =>
  pull({
    guards: [{ by, holder: STRANGER }],
    holders: [privileged({ address: STRANGER, by: 'a guard', account })],
  })

detectorTest(detector, {
  detects: {
    'a list of callers': { guardedPulls: [pull()], severity: 'high' },
    'a signature that a contract confirms (EIP-1271)': {
      guardedPulls: [behind('signature', 'contract')],
      severity: 'high',
    },
    'a contract as the caller': { guardedPulls: [behind('caller', 'contract')], severity: 'medium' },
    'a signature that a multisig confirms': { guardedPulls: [behind('signature', 'multisig')], severity: 'low' },
    'any call of a key, by a contract that takes payments by approval': {
      guardedPulls: [pull({ anyCall: true, isApproved: true })],
      severity: 'high',
    },
    'any call of anyone, by a contract that takes payments by approval': {
      guardedPulls: [pull({ anyCall: true, isApproved: true, guards: [] })],
      severity: 'critical',
    },
    'no guard': { guardedPulls: [pull({ guards: [] })], severity: 'critical' },
  },
  clears: {
    'no pull': {},
    'any call of anyone, by a contract that no account approves': {
      guardedPulls: [pull({ anyCall: true, guards: [] })],
    },
    'a wallet that makes any call': { guardedPulls: [pull({ anyCall: true })] },
    'a pull that was executed': {
      guardedPulls: [pull()],
      capabilities: [capability('pull-approved-tokens', 'collect(address,address)')],
    },
  },
})
