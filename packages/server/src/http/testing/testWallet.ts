import type { WalletScanResult } from '../../usecases/scans/wallet/scanWallet.ts'
import type { VerifyResult } from '../../usecases/scans/wallet/verifyAddress.ts'
import { BREAKDOWN } from './testBreakdown.ts'
import { WALLET_APPROVALS_RESULT } from './testWalletApprovals.ts'

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const HASH = `0x${'ab'.repeat(32)}` as const
const DAY = '2026-10-01T00:00:00.000Z'

const association = {
  address: ROUTER,
  label: 'Uniswap V2 Router',
  relation: 'sent_to',
  direction: 'out',
  count: 3,
  firstSeen: DAY,
  lastSeen: DAY,
  riskLevel: 'safe',
} as const

const closing = {
  complete: true,
  unknown: [],
  unavailable: [],
  blockNumber: '25000000',
  blockHash: HASH,
  rulesetVersion: 'test',
  intelAsOf: '2026-11-01',
} as const

const subScore = { score: 10, weight: 20, known: true, reason: '120 transactions' } as const

/** What the test world answers of a wallet: every member, optional sections included. */
export const WALLET_RESULT: WalletScanResult = {
  address: WALLET,
  chain: 'ethereum',
  riskScore: 12,
  riskLevel: 'safe',
  labels: ['multisig'],
  profile: { age: 900, transactionCount: 120, firstSeen: DAY, lastSeen: DAY },
  associations: { knownEntities: ['Uniswap V2 Router'], flaggedAddresses: [ROUTER], fundingSources: ['Binance'] },
  riskFactors: [
    {
      id: 'address-poisoning-in-history',
      severity: 'low',
      title: 'Address poisoning in the wallet history',
      description: 'One address imitates another in the wallet’s history.',
      impact: 10,
      evidence: { lookalikes: [ROUTER], baits: 2 },
    },
  ],
  subScores: { age: subScore, history: subScore, funding: subScore, associations: subScore, labels: subScore },
  weightedScore: 10,
  confidence: 0.9,
  accountType: 'contract',
  walletContract: {
    type: 'safe',
    version: '1.4.1',
    owners: [WALLET],
    threshold: 1,
    modules: [],
    guard: null,
    moduleGuard: null,
    fallbackHandler: ROUTER,
    extensions: [{ address: ROUTER, role: 'fallback handler', label: 'Unlabelled contract' }],
    complete: true,
  },
  labelSources: [{ name: 'Safe', category: 'multisig', source: 'chain', confidence: 'high', since: null }],
  fundingChain: [
    { hop: 1, address: ROUTER, label: 'Binance', transactionHash: HASH, blockNumber: '24000000', value: '1' },
  ],
  counterparties: [association],
  exposures: [
    {
      kind: 'mixer',
      address: ROUTER,
      said: ['mixer'],
      direction: 'out',
      hops: 2,
      through: WALLET,
      share: 0.01,
      usd: 3.5,
    },
  ],
  historySource: 'etherscan',
  transactions: {
    count: 120,
    counterparties: 1,
    in: [{ asset: 'ETH', token: null, assetType: 'native', amount: '1.5', usd: 5_000, transfers: 2 }],
    out: [],
    recent: [
      {
        hash: HASH,
        blockNumber: '24999999',
        timestamp: DAY,
        direction: 'out',
        counterparty: ROUTER,
        selector: '0x7ff36ab5',
        success: true,
        transfers: [{ direction: 'out', asset: 'ETH', token: null, amount: '1', usd: 3_500 }],
      },
    ],
    complete: true,
  },
  approvals: {
    summary: WALLET_APPROVALS_RESULT.summary,
    entries: WALLET_APPROVALS_RESULT.approvals,
    complete: true,
  },
  ...closing,
  unknown: [],
  unavailable: [],
  breakdown: BREAKDOWN,
}

/** What the test world answers of an address: every member. */
export const VERIFY_RESULT: VerifyResult = {
  address: WALLET,
  chain: 'ethereum',
  verified: false,
  labels: ['exchange', 'nft_marketplace'],
  riskScore: 85,
  checks: {
    isContract: false,
    hasCode: false,
    isEOA: true,
    isPoisoned: true,
    isSimilar: ROUTER,
    fundingSource: ['Binance'],
    associations: [{ ...association, relation: 'similar_to', direction: null, firstSeen: null, lastSeen: null }],
  },
  riskLevel: 'critical',
  confidence: 0.9,
  warnings: WALLET_RESULT.riskFactors,
  similar: [
    {
      address: ROUTER,
      label: 'Unlabelled address',
      prefixMatchLength: 4,
      suffixMatchLength: 4,
      by: 'history',
      baits: [{ kind: 'zero-value', transactionHash: HASH, blockNumber: '24999998' }],
    },
  ],
  ...closing,
  unknown: [],
  unavailable: [],
}
