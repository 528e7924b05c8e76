import { detectorTest } from '../../testing/detectorTest.ts'
import { approval, byAddress, contract, ROUTER, router, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './approval-to-recently-deployed-spender.ts'

const to = (deployedRecently: boolean | null) => ({
  approvalChanges: [approval(UNKNOWN_CONTRACT)],
  spenders: byAddress(contract(UNKNOWN_CONTRACT, { deployedRecently })),
})

detectorTest(detector, {
  detects: { 'a fresh contract': to(true) },
  clears: {
    'a contract that has been there for long': to(false),
    'the fresh router of a known protocol': {
      approvalChanges: [approval(ROUTER)],
      spenders: byAddress({ ...router(), deployedRecently: true }),
    },
  },
  unknowns: { 'a contract whose age no archive could tell': to(null) },
})
