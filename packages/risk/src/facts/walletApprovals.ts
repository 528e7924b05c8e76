import type { Address, Hex } from '../facts.ts'
import type { Account } from './account.ts'

// What others may take of a wallet. Amounts in base units, times in Unix seconds.

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
  /** Permit2: until when; null for ever. */
  expiration: number | null
  /** What the wallet holds of it; null when not known. */
  balance: bigint | null
  priceUsd: number | null
  /** min(allowance, balance) × price; null when not known. */
  valueAtRiskUsd: number | null
  grantedAt: { blockNumber: bigint; timestamp: number | null; hash: Hex } | null
  /** Permit2: what the token lets Permit2 itself take, without which its allowances move nothing; null for other standards or unread. */
  throughPermit2: bigint | null
  /** Last transfer by this spender that was seen; null when none was. */
  lastUsed: { blockNumber: bigint; timestamp: number | null } | null
  /** Last transfer of the token that nobody could be told to have made: it may have been this spender; null when none was seen. */
  maybeUsed: { blockNumber: bigint; timestamp: number | null } | null
  /** False: transfers could not be read, so that no use seen says nothing. */
  useKnown: boolean
  /** No code `recentBlocks` before; null when nobody could tell. */
  spenderDeployedRecently: boolean | null
  /** Source published; null when nobody could be asked. */
  spenderVerified: boolean | null
}

/**
 * A permission that rests on a token's word alone, so it is told apart: `unreadable`: the contract gave no state that makes sense;
 * `unread`: it was not asked, or the network failed; `claimed`: an unknown token says so, in a transaction that the wallet
 * did not send and in which it, as a contract account, was not made to call the token.
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
