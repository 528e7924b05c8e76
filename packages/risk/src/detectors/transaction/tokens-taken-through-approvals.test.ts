import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, label, ROUTER, STRANGER, TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { testApprovalPull } from '../../testing/testApprovalPull.ts'
import detector from './tokens-taken-through-approvals.ts'

const unknown = contract(UNKNOWN_CONTRACT)
const thief = account(TRADER)
const taken = (...given: Parameters<typeof testApprovalPull>) => ({
  mined: true,
  approvalPulls: [testApprovalPull(...given)],
})
/** Much is left. */
const part = { before: 50_000_000_000n } as const

detectorTest(detector, {
  detects: {
    'all of it, by an unknown contract': { ...taken(unknown), severity: 'high' },
    'all of it, by a key': { ...taken(thief), severity: 'high' },
    'all of it, for another account': { ...taken(thief, { takers: [STRANGER] }), severity: 'high' },
    'all of it, for paper': { ...taken(unknown, { returned: 'unpriced' }), severity: 'medium' },
    'a part, by a key for itself': { ...taken(thief, part), severity: 'medium' },
    'anything, by a listed scammer’s contract': {
      ...taken(contract(UNKNOWN_CONTRACT, { labels: [label('scammer')] }), part),
      severity: 'critical',
    },
    'wages out of a company’s account, which are no theft': {
      ...taken(thief, { ...part, takers: [STRANGER] }),
      severity: 'low',
    },
    'a subscription, which is none either': { ...taken(unknown, { ...part, takers: [STRANGER] }), severity: 'low' },
  },
  clears: {
    'an order that was filled': taken(unknown, { returned: 'value' }),
    'a keeper’s purchase for its customer': taken(thief, { returned: 'value' }),
    'a loan called in by a known protocol': taken(contract(ROUTER, { labels: [label('defi_protocol')] })),
    'nothing was taken': { mined: true },
    'it has not happened': { mined: false, approvalPulls: [testApprovalPull(thief)] },
  },
})
