import type { GuardedPull, PullGuard } from '../../facts/guardedPull.ts'
import type { PrivilegedAccount } from '../../facts/privileges.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { privileged } from '../../testing/sampleContract.ts'
import { approval, byAddress, contract, FRIEND, STRANGER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './approval-to-guarded-puller.ts'

const held = (account: PrivilegedAccount['account'], address = FRIEND) =>
  privileged({ address, by: 'a caller in the code', account })
const pull = (guards: PullGuard[], holders: PrivilegedAccount[] = []): GuardedPull => ({
  selector: '0xdeadbeef',
  signature: 'collect(address,address)',
  guards,
  holders,
  anyCall: false,
})
const approving = (...guardedPulls: GuardedPull[]) => ({
  approvalChanges: [approval(UNKNOWN_CONTRACT, { after: 5n, unlimited: false })],
  spenders: byAddress(contract(UNKNOWN_CONTRACT)),
  spenderProbes: [{ spender: UNKNOWN_CONTRACT, pulls: [], guardedPulls, privileged: [], cut: [] }],
})
const byKey: PullGuard = { by: 'caller', holder: FRIEND }
const byOther: PullGuard = { by: 'signature', holder: STRANGER }

detectorTest(detector, {
  detects: {
    'no guard': { ...approving(pull([])), severity: 'critical' },
    'a list of callers': { ...approving(pull([{ by: 'role', holder: null }])), severity: 'high' },
    'a secret': { ...approving(pull([{ by: 'secret', holder: null }])), severity: 'high' },
    'one key': { ...approving(pull([byKey], [held('eoa')])), severity: 'high' },
    'a contract': { ...approving(pull([byKey], [held('contract')])), severity: 'medium' },
    'a timelock of ten minutes': {
      ...approving(pull([byKey], [{ ...held('timelock'), delaySeconds: 600 }])),
      severity: 'medium',
    },
    'a timelock of ten hours': {
      ...approving(pull([byKey], [{ ...held('timelock'), delaySeconds: 36_000 }])),
      severity: 'medium',
    },
    'two of two keys': {
      ...approving(pull([byKey], [{ ...held('multisig'), threshold: { needed: 2, owners: 2 } }])),
      severity: 'low',
    },
    'several keys together': { ...approving(pull([byKey], [held('multisig')])), severity: 'low' },
    'one key and several together': {
      ...approving(pull([byKey, byOther], [held('eoa'), held('multisig', STRANGER)])),
      severity: 'low',
    },
    'a list of targets of any call': {
      ...approving({ ...pull([{ by: 'switch', holder: null }]), anyCall: true }),
      severity: 'medium',
    },
    'the worse of two ways': {
      ...approving(pull([byKey], [held('multisig')]), pull([{ by: 'role', holder: null }])),
      severity: 'high',
    },
  },
  clears: {
    'the holder is burned': approving(pull([byKey], [held('burned')])),
    'no pull': approving(),
    'no unknown spender': { spenderProbes: [] },
    'what was tried is not what is approved': { ...approving(pull([])), approvalChanges: [] },
  },
})
