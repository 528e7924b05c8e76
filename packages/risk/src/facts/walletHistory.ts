import type { Address, Hex } from '../facts.ts'
import type { Account } from './account.ts'

// A wallet's past, and whom it dealt with. Amounts in base units, times in Unix seconds.

/** Where an account's past was read. `head`: the state now and recent logs, nothing else. */
export type HistorySource = 'etherscan' | 'blockscout' | 'ots' | 'archive' | 'index' | 'head'

/** One movement of an asset from or to the wallet. */
export type WalletTransfer = {
  hash: Hex
  blockNumber: bigint
  /** Null when the source gives no time and the block was not read. */
  timestamp: number | null
  direction: 'in' | 'out'
  counterparty: Address
  assetType: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** Token contract; null for the native coin. */
  token: Address | null
  tokenId: bigint | null
  amount: bigint
  /** A well-known token, or native coin: a movement that nobody can forge by a log. */
  genuine: boolean
}

/** One transaction that the wallet itself sent, or that paid it native coin. */
export type WalletTransaction = {
  hash: Hex
  blockNumber: bigint
  timestamp: number | null
  from: Address
  to: Address | null
  value: bigint
  /** First four bytes of the call data; null without. */
  selector: Hex | null
  success: boolean | null
}

/**
 * The wallet's past as far as its source can tell. `knows` says what the source cannot: a null or an empty list there is
 * unknown, not nothing.
 */
export type WalletHistory = {
  source: HistorySource
  /** `transactions`, `transfers`, `firstSeen`, `funding`: what is complete; a part is named in `cut` with why. */
  complete: { transactions: boolean; transfers: boolean; firstSeen: boolean; funding: boolean }
  /** Why something is incomplete or was not asked, in words: `Etherscan: over its rate limit`. */
  cut: string[]
  /** Sent by the wallet, by its nonce: exact on every source (authorisations of EIP-7702 included). */
  sentCount: number
  /** Its first transaction or payment, or a listed token's transfer; not `complete`: the oldest that is known. */
  firstSeen: { blockNumber: bigint; timestamp: number; hash: Hex | null } | null
  lastSeen: { blockNumber: bigint; timestamp: number; hash: Hex | null } | null
  /** The first native coin it received, and from whom; null and `complete`: nobody ever paid it any. */
  funding: { from: Address; hash: Hex | null; blockNumber: bigint; value: bigint } | null
  /** Newest first, bounded. */
  transactions: WalletTransaction[]
  transfers: WalletTransfer[]
}

/** One hop of where the money came from: `address` funded the one before it. */
export type FundingHop = {
  address: Address
  hop: number
  hash: Hex | null
  blockNumber: bigint | null
  value: bigint | null
  account: Account
}

/** Somebody the wallet dealt with. USD null: nothing of it has a price. */
export type WalletCounterparty = {
  address: Address
  sent: number
  received: number
  /** Transactions that the wallet sent to it without coin: calls. */
  calls: number
  sentUsd: number | null
  receivedUsd: number | null
  firstSeen: number | null
  lastSeen: number | null
  /** Looked up only for the most important ones. */
  account: Account | null
}
