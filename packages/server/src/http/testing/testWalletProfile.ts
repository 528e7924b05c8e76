import type { WalletProfileResult } from '../../usecases/scans/wallet/renderWalletProfile.ts'

const OWNER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

/** What the test world answers of a wallet's profile: every member. */
export const WALLET_PROFILE_RESULT: WalletProfileResult = {
  address: OWNER,
  chain: 'ethereum',
  riskScore: 12,
  riskLevel: 'safe',
  age: 390,
  transactionCount: 41,
  holdings: {
    totalValue: 1_203.5,
    native: { symbol: 'ETH', balance: '0.4', priceUsd: 3_000, valueUsd: 1_200, priceSource: 'Chainlink ETH/USD' },
    tokens: [
      {
        token: TOKEN,
        symbol: 'USDT',
        name: 'Tether USD',
        decimals: 6,
        balance: '3.5',
        priceUsd: 1,
        valueUsd: 3.5,
        riskLevel: 'safe',
        priceSource: 'Chainlink USDT/USD',
        spam: null,
      },
      {
        token: OWNER,
        symbol: 'Unknown symbol',
        name: 'Unnamed token',
        decimals: null,
        balance: '1000',
        priceUsd: null,
        valueUsd: null,
        riskLevel: 'high',
        priceSource: null,
        spam: 'an unrequested airdrop without a market price',
      },
    ],
    nfts: [{ contract: TOKEN, name: 'Pictures', standard: 'erc721', count: '2', tokenIds: ['1', '7'], spam: null }],
    complete: false,
    cut: ['logs: only those since block 90 were read'],
  },
  activity: { last24h: 0, last7d: 2, last30d: null, avgTransactionSize: 120.25 },
  associations: { knownEntities: ['Uniswap'], flaggedAddresses: [], fundingSources: ['Binance'] },
  security: { activeApprovals: 3, unlimitedApprovals: 1, riskyApprovals: 0 },
  activityLabels: [{ label: 'whale', evidence: { holdingsUsd: 1_203_000.5, largest: 'native coin' } }],
  confidence: 0.9,
  complete: true,
  unknown: ['activity.last30d', 'holdings.tokens', 'holdings.nfts'],
  unavailable: ['logs'],
  blockNumber: '100',
  blockHash: `0x${'ab'.repeat(32)}`,
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
}
