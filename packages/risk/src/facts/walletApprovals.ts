import type { Address, Hex } from '../address.ts'
import type { Account } from './account.ts'
import type { ContractJudgement } from './contractJudgement.ts'

// Permissions over a wallet's assets. Amounts in base units, times in Unix seconds.

/** One live permission over the wallet's assets, read at the block, not from its last event. */
export type WalletApproval = {
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2'
  token: Address
  symbol: string | null
  decimals: number | null
  spender: Address
  spenderAccount: Account | null
  /** Single ERC-721 approval; null for operators and fungible tokens. */
  tokenId: bigint | null
  /** Allowance now; 1 for operators and single tokens. */
  allowance: bigint
  unlimited: boolean
  operator: boolean
  /** Permit2: time of expiry; null when it never expires. */
  expiration: number | null
  /** The wallet's balance of it; null when not known. */
  balance: bigint | null
  priceUsd: number | null
  /** min(allowance, balance) × price; null when not known. */
  valueAtRiskUsd: number | null
  grantedAt: { blockNumber: bigint; timestamp: number | null; hash: Hex } | null
  /** Permit2: the token's allowance to Permit2 itself, without which its allowances move nothing; null for other standards or unread. */
  throughPermit2: bigint | null
  /** Last transfer by this spender that was seen; null when none was seen. */
  lastUsed: { blockNumber: bigint; timestamp: number | null } | null
  /** Last transfer of the token with an unknown sender, who may have been this spender; null when none was seen. */
  maybeUsed: { blockNumber: bigint; timestamp: number | null } | null
  /** False: transfers could not be read, so that the absence of uses proves nothing. */
  useKnown: boolean
  /** No code `recentBlocks` before; null when unknown. */
  spenderDeployedRecently: boolean | null
  /** Source published; null when no service could be asked. */
  spenderVerified: boolean | null
  /** No registry lists the token: its balances, allowances and prices are its own word, and count for nothing against the owner. */
  tokenUnlisted?: true
  /** The contract scan of an unknown spender; absent: not scanned. */
  spenderJudgement?: Pick<
    ContractJudgement,
    'riskScore' | 'riskLevel' | 'complete' | 'unreadable' | 'findings' | 'weak' | 'openPulls'
  >
}

/**
 * A permission by a token's word alone, kept apart. `unreadable`: the contract gave no valid state; `unread`: it was not read, or
 * the network failed; `claimed`: an unknown token logs it, in a transaction that the wallet did not send and in which it, as a
 * contract account, did not call the token.
 */
export type UnconfirmedApproval = {
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2'
  token: Address
  spender: Address
  tokenId: bigint | null
  reason: 'unreadable' | 'unread' | 'claimed'
  grantedAt: { blockNumber: bigint; timestamp: number | null; hash: Hex } | null
}

/** Every live permission over a wallet's assets. `complete` false: some may be missing; `cut` says why, in words. */
export type WalletApprovals = {
  approvals: WalletApproval[]
  unconfirmed: UnconfirmedApproval[]
  /** Approval events read. */
  events: number
  complete: boolean
  cut: string[]
  /** Sources that failed: `logs`, `rpc`. */
  unavailable: string[]
}
