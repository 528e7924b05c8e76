import { deriveGrants } from '../../derive/grants.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  NFT,
  ROUTER,
  router,
  SCAM,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './batch-approval.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())
const three = (spender: typeof ROUTER) => [USDC, NFT, SCAM].map((token) => approval(spender, { token }))
const grants = deriveGrants({ approvalChanges: three(UNKNOWN_CONTRACT), steps: [], principals: [TRADER], spenders })

detectorTest(detector, {
  detects: { 'three tokens to one unknown contract': { approvalChanges: three(UNKNOWN_CONTRACT), spenders } },
  clears: {
    'three tokens to a known protocol': { approvalChanges: three(ROUTER), spenders },
    'three tokens that the rest of the bundle spends': { grants: grants.map((one) => ({ ...one, spentLater: true })) },
    'two tokens, as a pool deposit needs': { approvalChanges: three(UNKNOWN_CONTRACT).slice(1), spenders },
  },
})
