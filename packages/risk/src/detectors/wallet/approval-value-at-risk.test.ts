import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, SCAM, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { walletApproval } from '../../testing/sampleWallet.ts'
import detector from './approval-value-at-risk.ts'

const risky = (more: Parameters<typeof walletApproval>[0]) =>
  walletApproval({ unlimited: true, spenderAccount: contract(UNKNOWN_CONTRACT), ...more })

detectorTest(detector, {
  detects: {
    'twenty thousand dollars': { walletApprovals: [risky({ valueAtRiskUsd: 20_000 })] },
    'a thousand': { walletApprovals: [risky({ valueAtRiskUsd: 1_000 })], severity: 'low' },
    'two tokens of six thousand': {
      walletApprovals: [risky({ valueAtRiskUsd: 6_000 }), risky({ token: SCAM, valueAtRiskUsd: 6_000 })],
    },
  },
  clears: {
    'a known protocol that could take more': {
      walletApprovals: [walletApproval({ unlimited: true, valueAtRiskUsd: 90_000 })],
    },
    'pocket money': { walletApprovals: [risky({ valueAtRiskUsd: 80 })] },
    'one token of which two spenders may each take three hundred': {
      walletApprovals: [risky({ valueAtRiskUsd: 300 }), risky({ valueAtRiskUsd: 300 })],
    },
  },
  unknowns: { 'a token without a price': { walletApprovals: [risky({ valueAtRiskUsd: null })] } },
})
