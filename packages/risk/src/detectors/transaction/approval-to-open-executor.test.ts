import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  failure,
  invoke,
  label,
  MAX_UINT256,
  NFT,
  ROUTER,
  router,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './approval-to-open-executor.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('open-executor', 'Multicall3')] }), router())

const open = {
  assetType: 'erc20' as const,
  symbol: 'USDC',
  decimals: 6,
  token: USDC,
  spenderAccount: contract(UNKNOWN_CONTRACT),
  allowance: MAX_UINT256,
  operator: false,
  amount: 1_000_000n,
  gained: false,
}

detectorTest(detector, {
  detects: {
    'an allowance from before, and the contract is called': { openAllowances: [open], severity: 'high' },
    'an allowance from before over what the transaction brings': { openAllowances: [{ ...open, gained: true }] },
    'an unlimited approval': { approvalChanges: [approval(UNKNOWN_CONTRACT)], spenders },
    'a bounded one': { approvalChanges: [approval(UNKNOWN_CONTRACT, { after: 5n, unlimited: false })], spenders },
    'a whole collection': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, { token: NFT, standard: 'erc721', operator: true, after: 1n })],
      spenders,
    },
    'an approval that only the call data shows': {
      ...invoke(USDC, 'approve(address,uint256)', [UNKNOWN_CONTRACT, MAX_UINT256]),
      simulation: failure('paused'),
      spenders,
    },
  },
  clears: {
    'an approval to a router': { approvalChanges: [approval(ROUTER)], spenders },
    'a revocation': { approvalChanges: [approval(UNKNOWN_CONTRACT, { before: 5n, after: 0n })], spenders },
  },
})
