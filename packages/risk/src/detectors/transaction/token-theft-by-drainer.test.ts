import type { Capability } from '../../facts/privileges.ts'
import type { SpenderProbe } from '../../facts/probes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, FRIEND, STRANGER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { testApprovalPull } from '../../testing/testApprovalPull.ts'
import detector from './token-theft-by-drainer.ts'

const pull = (callerRole: Capability['call']['callerRole']): Capability => ({
  kind: 'pull-approved-tokens',
  state: 'effective',
  call: { caller: FRIEND, callerRole, selector: '0xdeadbeef', signature: 'collect(address,address)', args: [] },
  shown: 'balanceOf(holder) 10 → 0',
})
const pulled = (probe: Partial<SpenderProbe>) => ({
  mined: true,
  approvalPulls: [testApprovalPull(contract(UNKNOWN_CONTRACT))],
  takerProbes: [{ spender: UNKNOWN_CONTRACT, pulls: [], guardedPulls: [], privileged: [], cut: [], ...probe }],
})
const held = (account: 'eoa' | 'multisig') => ({
  privileged: [{ address: FRIEND, by: 'owner()', account, kind: null, labels: [] }],
})

detectorTest(detector, {
  detects: {
    'anyone can': { ...pulled({ pulls: [pull('stranger')] }), severity: 'critical' },
    'one key can': { ...pulled({ pulls: [pull('owner')], ...held('eoa') }), severity: 'critical' },
    'several keys can together': { ...pulled({ pulls: [pull('owner')], ...held('multisig') }), severity: 'medium' },
  },
  clears: {
    'it was tried, and no account could': pulled({}),
    'nothing was taken': { mined: true },
    'what was tried is not what took': {
      ...pulled({ pulls: [pull('stranger')] }),
      approvalPulls: [testApprovalPull(contract(STRANGER))],
    },
  },
})
