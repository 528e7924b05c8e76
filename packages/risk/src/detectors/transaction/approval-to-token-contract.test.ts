import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  label,
  ROUTER,
  router,
  SCAM,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import detector from './approval-to-token-contract.ts'

const token = contract(SCAM, { labels: [label('token', 'Tether USD (USDT)')] })
const wrapper = contract(UNKNOWN_CONTRACT, { labels: [label('token'), label('defi_protocol')] })
const spenders = byAddress(token, wrapper, router())

detectorTest(detector, {
  detects: {
    'one coin that may take another': { approvalChanges: [approval(SCAM)], spenders },
    'a bounded approval': { approvalChanges: [approval(SCAM, { after: 5n, unlimited: false })], spenders },
  },
  clears: {
    'a token that wraps another, as wstETH does': { approvalChanges: [approval(UNKNOWN_CONTRACT)], spenders },
    'a router': { approvalChanges: [approval(ROUTER)], spenders },
    'a revocation': { approvalChanges: [approval(SCAM, { before: 5n, after: 0n, unlimited: false })], spenders },
  },
})
