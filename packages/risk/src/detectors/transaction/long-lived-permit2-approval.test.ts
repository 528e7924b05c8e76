import { detectorTest } from '../../testing/detectorTest.ts'
import { approval, byAddress, contract, ROUTER, router, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './long-lived-permit2-approval.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())
const forever = { standard: 'permit2', expiration: 2n ** 48n - 1n } as const

detectorTest(detector, {
  detects: {
    'an allowance for ever': { approvalChanges: [approval(UNKNOWN_CONTRACT, forever)], spenders },
    'a bounded one, which is no more than a plain approval': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, { ...forever, after: 1_000_000n, unlimited: false })],
      spenders,
      severity: 'low',
    },
    'the same to a known protocol': { approvalChanges: [approval(ROUTER, forever)], spenders, severity: 'low' },
  },
  clears: {
    'thirty days': {
      approvalChanges: [approval(ROUTER, { standard: 'permit2', expiration: 1_700_000_000n + 30n * 86_400n })],
      spenders,
    },
    'an ERC-20 approval, which has no expiry': { approvalChanges: [approval(ROUTER)], spenders },
  },
})
