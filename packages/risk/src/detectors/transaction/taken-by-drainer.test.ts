import { detectorTest } from '../../detectorTest.ts'
import type { Capability } from '../../facts/privileges.ts'
import type { SpenderProbe } from '../../facts/probes.ts'
import { contract, FRIEND, STRANGER, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import { testApprovalPull } from '../../testApprovalPull.ts'
import detector from './taken-by-drainer.ts'

const pull = (callerRole: Capability['call']['callerRole']): Capability => ({
  kind: 'pull-approved-tokens',
  state: 'effective',
  call: { caller: FRIEND, callerRole, selector: '0xdeadbeef', signature: 'collect(address,address)', args: [] },
  shown: 'balanceOf(holder) 10 → 0',
})
const taking = (probe: Partial<SpenderProbe>) => ({
  mined: true,
  approvalPulls: [testApprovalPull(contract(UNKNOWN_CONTRACT))],
  takerProbes: [{ spender: UNKNOWN_CONTRACT, pulls: [], privileged: [], cut: [], ...probe }],
})
const held = (account: 'eoa' | 'multisig') => ({
  privileged: [{ address: FRIEND, by: 'owner()', account, kind: null, labels: [] }],
})

detectorTest(detector, {
  detects: {
    'anybody can': { ...taking({ pulls: [pull('stranger')] }), severity: 'critical' },
    'one key can': { ...taking({ pulls: [pull('owner')], ...held('eoa') }), severity: 'critical' },
    'several keys can together': { ...taking({ pulls: [pull('owner')], ...held('multisig') }), severity: 'medium' },
  },
  clears: {
    'it was tried, and nobody could': taking({}),
    'nothing was taken': { mined: true },
    'what was tried is not what took': {
      ...taking({ pulls: [pull('stranger')] }),
      approvalPulls: [testApprovalPull(contract(STRANGER))],
    },
  },
})
