import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  failure,
  invoke,
  label,
  MAX_UINT256,
  ROUTER,
  router,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './unlimited-approval-to-unknown-contract.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())

detectorTest(detector, {
  detects: {
    'an unlimited approval to a contract without a label': { approvalChanges: [approval(UNKNOWN_CONTRACT)], spenders },
    'a Safe, which is another account’s wallet': {
      approvalChanges: [approval(UNKNOWN_CONTRACT)],
      spenders: byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('multisig')] })),
    },
    'an approval that only the call data shows, because the call fails': {
      ...invoke(USDC, 'approve(address,uint256)', [UNKNOWN_CONTRACT, MAX_UINT256]),
      simulation: failure('paused'),
      spenders,
    },
    'a Permit2 allowance': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, { standard: 'permit2', after: 2n ** 160n - 1n })],
      spenders,
    },
  },
  clears: {
    'a bounded approval': { approvalChanges: [approval(UNKNOWN_CONTRACT, { after: 5n, unlimited: false })], spenders },
    'an unlimited approval to a known protocol': { approvalChanges: [approval(ROUTER)], spenders },
    'a revocation': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, { before: MAX_UINT256, after: 0n, unlimited: false })],
      spenders,
    },
    'another account’s approval': { approvalChanges: [approval(UNKNOWN_CONTRACT, { owner: ROUTER })], spenders },
    'an allowance that is being used up': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, { before: MAX_UINT256, after: MAX_UINT256 - 1n })],
      spenders,
    },
  },
})
