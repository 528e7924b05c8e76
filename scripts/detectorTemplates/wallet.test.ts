import { detectorTest } from '../../packages/risk/src/testing/detectorTest.ts'
import { walletApproval } from '../../packages/risk/src/testing/sampleWallet.ts'
import detector from './wallet.ts'

const approvals = (count: number, unlimited: boolean) =>
  Array.from({ length: count }, () => walletApproval({ unlimited }))

detectorTest(detector, {
  detects: { 'five hundred and one unlimited approvals': { walletApprovals: approvals(501, true) } },
  clears: {
    'one approval': {},
    'as many approvals of bounded amounts': { walletApprovals: approvals(501, false) },
    'a wallet without approvals': { walletApprovals: [] },
  },
})
