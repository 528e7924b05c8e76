import type { WalletApproval } from '../facts/walletApprovals.ts'
import { contract, ETHER, label, MAX_UINT256, ROUTER, UNKNOWN_CONTRACT, USDC } from '../testing/sampleFacts.ts'

/** Unix seconds at which tests judge. */
export const NOW = 1_790_000_000
const DAY = 86_400

/** A moment so many days before `NOW`. */
export function daysAgo(days: number) {
  return { blockNumber: BigInt(10_000 - days), timestamp: NOW - days * DAY, hash: `0x${'11'.repeat(32)}` as const }
}

/** A bound of 100 of the 1,000 dollars held, given ten days ago to a known router that used it since. Tests take what they change. */
export function approval(more: Partial<WalletApproval> = {}): WalletApproval {
  return {
    standard: 'erc20',
    token: USDC,
    symbol: 'USDC',
    decimals: 18,
    spender: ROUTER,
    spenderAccount: contract(ROUTER, { labels: [label('defi_protocol', 'Router')] }),
    tokenId: null,
    allowance: 100n * ETHER,
    unlimited: false,
    operator: false,
    expiration: null,
    balance: 1_000n * ETHER,
    priceUsd: 1,
    valueAtRiskUsd: 100,
    grantedAt: daysAgo(10),
    throughPermit2: null,
    lastUsed: daysAgo(5),
    maybeUsed: null,
    useKnown: true,
    spenderDeployedRecently: false,
    spenderVerified: null,
    ...more,
  }
}

/** The same for unlabelled old code with published source. */
export function toStranger(more: Partial<WalletApproval> = {}): WalletApproval {
  return approval({
    spender: UNKNOWN_CONTRACT,
    spenderAccount: contract(UNKNOWN_CONTRACT),
    spenderVerified: true,
    spenderJudgement: { riskScore: 9, riskLevel: 'safe', complete: true, findings: [], weak: [] },
    ...more,
  })
}

export const UNLIMITED: Partial<WalletApproval> = { allowance: MAX_UINT256, unlimited: true, valueAtRiskUsd: 1_000 }
