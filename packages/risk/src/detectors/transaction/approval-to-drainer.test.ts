import type { Capability } from '../../facts/privileges.ts'
import type { SpenderProbe } from '../../facts/probes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { approval, byAddress, contract, FRIEND, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './approval-to-drainer.ts'

const pull = (callerRole: Capability['call']['callerRole']): Capability => ({
  kind: 'pull-approved-tokens',
  state: 'effective',
  call: { caller: FRIEND, callerRole, selector: '0xdeadbeef', signature: 'collect(address,address)', args: [] },
  shown: 'balanceOf(holder) 10 → 0',
})
const approving = (probe: Partial<SpenderProbe>) => ({
  approvalChanges: [approval(UNKNOWN_CONTRACT, { after: 5n, unlimited: false })],
  spenders: byAddress(contract(UNKNOWN_CONTRACT)),
  spenderProbes: [{ spender: UNKNOWN_CONTRACT, pulls: [], guardedPulls: [], privileged: [], cut: [], ...probe }],
})
const held = (account: 'eoa' | 'multisig') => ({
  privileged: [{ address: FRIEND, by: 'owner()', account, kind: null, labels: [] }],
})

detectorTest(detector, {
  detects: {
    'anyone can': { ...approving({ pulls: [pull('stranger')] }), severity: 'critical' },
    'one key can': { ...approving({ pulls: [pull('owner')], ...held('eoa') }), severity: 'critical' },
    'several keys can together': { ...approving({ pulls: [pull('owner')], ...held('multisig') }), severity: 'medium' },
  },
  clears: {
    'it was tried, and no account could': approving({}),
    'no unknown spender': { spenderProbes: [] },
    'what was tried is not what is approved': { ...approving({ pulls: [pull('stranger')] }), approvalChanges: [] },
  },
})
