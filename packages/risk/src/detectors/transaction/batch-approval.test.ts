import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  NFT,
  ROUTER,
  router,
  SCAM,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './batch-approval.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())
const three = (spender: typeof ROUTER) => [USDC, NFT, SCAM].map((token) => approval(spender, { token }))

detectorTest(detector, {
  detects: { 'three tokens to one unknown contract': { approvalChanges: three(UNKNOWN_CONTRACT), spenders } },
  clears: {
    'three tokens to a known protocol': { approvalChanges: three(ROUTER), spenders },
    'two tokens, as a pool deposit needs': { approvalChanges: three(UNKNOWN_CONTRACT).slice(1), spenders },
  },
})
