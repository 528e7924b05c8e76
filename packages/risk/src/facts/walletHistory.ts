import type { Address, Hex } from '../address.ts'
import type { Account } from './account.ts'

// A wallet's past and its counterparties. Amounts in base units, times in Unix seconds.

/** Source of an account's history. `head`: the current state and recent logs, nothing else. */
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
  /** A well-known token, or native coin: its movements cannot be forged by a log. */
  genuine: boolean
}

/** One transaction that the wallet sent, or that paid it native coin. */
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
 * The wallet's past as far as its source can tell. `knows` names what the source covers: a null or an empty list elsewhere is
 * unknown, not nothing.
 */
export type WalletHistory = {
  source: HistorySource
  /** Parts that are complete: `transactions`, `transfers`, `firstSeen`, `funding`. `cut` says why a part is not. */
  complete: { transactions: boolean; transfers: boolean; firstSeen: boolean; funding: boolean }
  /** Reasons why something is incomplete or was not asked, in words: `Etherscan: over its rate limit`. */
  cut: string[]
  /** Transactions sent, by the wallet's nonce: exact on every source (EIP-7702 authorisations included). */
  sentCount: number
  /** Its first transaction or payment, or a listed token's transfer; the oldest known one when not `complete`. */
  firstSeen: { blockNumber: bigint; timestamp: number; hash: Hex | null } | null
  lastSeen: { blockNumber: bigint; timestamp: number; hash: Hex | null } | null
  /** The first native coin it received, and its sender; null and `complete`: the wallet never received any. */
  funding: { from: Address; hash: Hex | null; blockNumber: bigint; value: bigint } | null
  /** Newest first, bounded. */
  transactions: WalletTransaction[]
  transfers: WalletTransfer[]
}

/** One hop back in the origin of the money: `address` funded the previous hop. */
export type FundingHop = {
  address: Address
  hop: number
  hash: Hex | null
  blockNumber: bigint | null
  value: bigint | null
  account: Account
}

/** An account the wallet dealt with. USD null: nothing exchanged with it has a price. */
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
