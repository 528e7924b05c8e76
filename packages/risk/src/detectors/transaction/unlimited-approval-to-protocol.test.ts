import { detectorTest } from '../../testing/detectorTest.ts'
import { approval, byAddress, contract, ROUTER, router, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './unlimited-approval-to-protocol.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())

detectorTest(detector, {
  detects: { 'an unlimited approval to a router': { approvalChanges: [approval(ROUTER)], spenders } },
  clears: {
    'a bounded approval to it': { approvalChanges: [approval(ROUTER, { after: 1n, unlimited: false })], spenders },
    'an unknown contract, which is another finding': { approvalChanges: [approval(UNKNOWN_CONTRACT)], spenders },
  },
})
