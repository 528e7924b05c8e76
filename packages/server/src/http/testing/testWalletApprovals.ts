import type { WalletApprovalsResult } from '../../usecases/approvals/walletApprovals.ts'

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const SPENDER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const OWNER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** What the test world answers of a wallet's approvals: every member, with evidence of its own kind. */
export const WALLET_APPROVALS_RESULT: WalletApprovalsResult = {
  address: OWNER,
  chain: 'ethereum',
  approvals: [
    {
      token: TOKEN,
      symbol: 'USDT',
      spender: SPENDER,
      spenderLabel: 'Unlabelled contract',
      allowance: 'unlimited',
      riskLevel: 'critical',
      lastUsed: '2026-10-01T00:00:00.000Z',
      standard: 'erc20',
      owner: OWNER,
      tokenId: null,
      operator: false,
      unlimited: true,
      expiration: null,
      decimals: 6,
      balance: '12.5',
      priceUsd: 1,
      valueAtRiskUsd: 12.5,
      throughPermit2: null,
      grantedAt: '2026-09-01T00:00:00.000Z',
      grantedBlock: '90',
      transactionHash: `0x${'cd'.repeat(32)}`,
      spenderClass: 'contract',
      spenderDeployedRecently: null,
      spenderVerified: false,
      reasons: [
        {
          id: 'unlimited-to-unknown-contract',
          severity: 'critical',
          description: 'An unknown contract may take the whole balance, now and later.',
          evidence: { token: TOKEN, spender: SPENDER, allowance: '1', nothing: null },
        },
      ],
    },
  ],
  summary: {
    total: 1,
    unlimited: 1,
    risky: 1,
    valueAtRiskUsd: 12.5,
    unconfirmed: 1,
    byRisk: { safe: 0, low: 0, medium: 0, high: 0, critical: 1 },
  },
  nextCursor: null,
  unconfirmed: [
    {
      standard: 'erc20',
      token: SPENDER,
      spender: TOKEN,
      tokenId: null,
      reason: 'unreadable',
      grantedBlock: '80',
      transactionHash: `0x${'ef'.repeat(32)}`,
    },
  ],
  warnings: [],
  confidence: 0.9,
  complete: true,
  cut: [],
  unknown: ['approvals'],
  unavailable: ['sanctions'],
  blockNumber: '100',
  blockHash: `0x${'ab'.repeat(32)}`,
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
}
