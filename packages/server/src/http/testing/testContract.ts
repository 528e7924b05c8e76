import type { ContractScanResult } from '../../usecases/scans/contract/scanContract.ts'
import { BREAKDOWN } from './testBreakdown.ts'

/** A body that POST /v1/scan/contract accepts. */
export const CONTRACT = { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', chain: 'ethereum' }

const OWNER = '0xC6CDE7C39eB2f0F0095F41570af89eFC2C1Ea828'
const call: ContractScanResult['ownerSwitches'][number]['calls'][number] = {
  function: 'setTax(uint256)',
  selector: '0x2e5bb6ff',
  args: ['99'],
  caller: OWNER,
  callerRole: 'owner',
  callerClass: 'eoa',
}
const privileged = {
  address: OWNER,
  by: 'owner()',
  account: 'eoa',
  label: 'Unlabelled wallet',
  commandedBy: null,
  delaySeconds: null,
  threshold: null,
} as const
const taxes = { buyTax: 0, transferTax: 0, sellTax: 0 }

/** What the scan of the test world answers: every member, with something in every list. */
export const CONTRACT_RESULT: ContractScanResult = {
  address: CONTRACT.address,
  chain: 'ethereum',
  riskScore: 88,
  riskLevel: 'critical',
  isHoneypot: false,
  contractDetails: {
    name: 'Trap',
    symbol: 'TRAP',
    verified: false,
    createdAt: '2026-11-01T00:00:00.000Z',
    creator: OWNER,
    kind: 'contract',
    standard: 'erc20',
    verifiedBy: null,
    compiler: null,
    creationTransaction: `0x${'c7'.repeat(32)}`,
    creationBlock: '100',
  },
  tokenSecurity: {
    buyTax: 0,
    sellTax: 0,
    isMintable: false,
    canBlacklist: false,
    canPause: false,
    ownershipRenounced: false,
    hiddenOwner: false,
    transferTax: null,
  },
  threats: ['high_tax', 'rug_pull_risk', 'proxy_contract', 'unverified'],
  recommendation: 'BLOCK',
  confidence: 0.9,
  warnings: [
    {
      id: 'raisable-trading-tax',
      severity: 'critical',
      title: 'Raisable trading tax',
      description: 'A single key can.',
      impact: 85,
      evidence: { caller: OWNER, memberOfItsOwn: ['a'] },
    },
  ],
  proxy: { kind: 'eip1967', implementations: [OWNER], beacon: null, admin: privileged, upgradeable: true },
  privileged: [privileged],
  trade: {
    pool: {
      address: OWNER,
      exchange: 'Uniswap V2',
      style: 'v2',
      quote: { address: OWNER, symbol: 'WETH' },
      depthUsd: null,
      made: false,
    },
    runs: [
      { scenario: 'fresh', account: OWNER, failed: null, ...taxes },
      { scenario: 'holder', account: OWNER, failed: { step: 'sell', reason: null }, ...taxes, sellTax: null },
    ],
    later: [{ kind: 'time', waitedSeconds: 604_800, purchases: 0, failed: null, sellTax: 1 }],
    limits: { maxBuy: 1, maxSell: null, maxHolding: null, cooldownSeconds: null },
    holders: { sampled: 1, failed: 0, highestTax: null, siphoned: 0 },
    budget: { runs: 9, max: 160, cut: ['after-buys'] },
  },
  ownerSwitches: [
    {
      calls: [call],
      effect: 'raises-tax',
      hits: 'all-holders',
      before: taxes,
      after: { ...taxes, sellTax: 99, reason: null },
    },
  ],
  capabilities: [{ kind: 'tax-change', state: 'effective', call, shown: 'tax 0 → 99', backed: false }],
  privilegesBudget: { runs: 40, max: 400, cut: [] },
  coverage: { functions: 2, covered: 1, open: ['0xdeadbeef'] },
  distribution: {
    liquidityUsd: 12.5,
    topHolders: [{ address: OWNER, share: 50, kind: 'owner' }],
    lpHolders: [{ address: OWNER, share: 100, kind: 'creator' }],
    sampled: true,
    before: {
      day: null,
      week: {
        blockNumber: '60',
        timestamp: '2026-11-01T00:00:00.000Z',
        totalSupply: '1000000',
        topHolders: [{ address: OWNER, share: 20, hasCode: false }],
        pools: [{ address: OWNER, style: 'v2', usdBefore: 900, usdNow: 12.5, keptPercent: 1.4 }],
      },
    },
  },
  complete: true,
  unknown: ['transferTax'],
  unavailable: [],
  blockNumber: '100',
  blockHash: `0x${'ab'.repeat(32)}`,
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
  breakdown: BREAKDOWN,
}
