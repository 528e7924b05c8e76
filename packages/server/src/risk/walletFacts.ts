import type { Account, Address, Hex, Label } from './facts.ts'
import type { AssetPrices } from './wallet/assetPrices.ts'

// What can be known of a wallet: its past, its permissions, what it holds. Amounts in base units, times in Unix seconds.

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

/** What there is to say for and against an asset that turned up in a wallet. */
export type Arrival = {
  /** A published registry lists it. */
  listed: boolean
  /** Symbol of the famous token that it looks like and is not. */
  imitates: string | null
  /** The wallet itself sent a transaction that moved it; null when nobody could tell, as for accounts that others operate. */
  asked: boolean | null
  /** Accounts that got it in the transaction that brought it here; null when that was not read. */
  recipients: number | null
}

/** One token that the wallet holds, as the chain has it. */
export type FoundToken = Arrival & {
  token: Address
  symbol: string | null
  name: string | null
  decimals: number | null
  balance: bigint
  priceUsd: number | null
  priceSource: string | null
  /** What the market that prices it could pay for all of it; null when an oracle speaks, or nobody does. */
  mostUsd: number | null
  /** Whether a price was looked for. */
  priceSought: boolean
  /** A new account bought it and could sell it again; null when that was not tried, or could not be. */
  sellable: boolean | null
}
export type FoundNft = Arrival & {
  contract: Address
  name: string | null
  standard: 'erc721' | 'erc1155'
  count: bigint
  /** As far as they are known, bounded. */
  tokenIds: bigint[]
}
/** What was found in a wallet, before anything is judged. */
export type FoundHoldings = {
  native: { balance: bigint; priceUsd: number | null; priceSource: string | null }
  tokens: FoundToken[]
  nfts: FoundNft[]
  /** False: tokens may be missing, because logs or an index were out of reach; `cut` says why, in words. */
  complete: boolean
  cut: string[]
}

/** One token that the wallet holds. `spam`: why it is not counted; null when it is. */
export type WalletToken = FoundToken & { valueUsd: number | null; spam: string | null }
export type WalletNft = FoundNft & { spam: string | null }
export type WalletHoldings = Omit<FoundHoldings, 'native' | 'tokens' | 'nfts'> & {
  native: FoundHoldings['native'] & { valueUsd: number | null }
  /** Most valuable first, spam last. */
  tokens: WalletToken[]
  nfts: WalletNft[]
  /** USD of the coin and of every token that has a price and is no spam; null when nothing of it has a price. */
  totalUsd: number | null
}

/** What a contract account is made of, where its code proves it; null for accounts of keys and precompiles. */
export type WalletContract =
  | {
      type: 'safe'
      version: string
      owners: Address[]
      threshold: number
      modules: Address[]
      /** Null: none. */
      guard: Address | null
      /** Since 1.5.0: looks at what modules do. */
      moduleGuard: Address | null
      fallbackHandler: Address | null
      /** False: it has more owners or modules than these. */
      complete: boolean
    }
  /** `complete` false: it may have more modules than these. */
  | { type: 'smart-account'; name: string; implementation: Address; modules: Address[]; complete: boolean }
  | { type: 'delegated'; delegate: Account }
  | { type: 'contract' }

/** An address that looks like one the wallet, or everybody, knows. */
export type LookalikeAddress = {
  /** The address that is imitated. */
  similarTo: Address
  label: Label | null
  /** Equal hex digits at each end. */
  prefix: number
  suffix: number
  /** `known`: a labelled address; `history`: one that the owner deals with. */
  by: 'known' | 'history'
  /** Zero-value, dust or counterfeit transfers that planted it. */
  bait: { hash: Hex; blockNumber: bigint; kind: 'zero-value' | 'dust' | 'counterfeit' }[]
}

/** One trade in one pool, as the pool logged it. Amounts in base units. */
export type PoolSwap = {
  blockNumber: bigint
  /** Place of the transaction in its block. */
  index: number
  hash: Hex
  pool: Address
  /** The wallet sent the transaction, or is the contract that it called. */
  own: boolean
  /** Which of the pool's two tokens went into it. */
  paid: 0 | 1
  amountIn: bigint
  amountOut: bigint
}

/** One change of a token's amount in the wallet, oldest first in lists. */
export type TokenFill = {
  hash: Hex
  timestamp: number | null
  token: Address
  /** `in` and `out`: it came or left without anything for it that has a price. */
  kind: 'buy' | 'sell' | 'in' | 'out'
  amount: bigint
  /** What was paid or received, at prices of that time; null when not known. */
  usd: number | null
}

/** What a wallet did on markets, as far as its history is known; a bounded look at the newest of it. */
export type MarketActs = {
  /** Of the blocks in which the wallet acted more than once. */
  swaps: PoolSwap[]
  /** Coin that the builder of its block got from inside one of the wallet's trades. */
  builderPayments: { hash: Hex; blockNumber: bigint; builder: Address; amount: bigint }[]
  /** Trades that were looked at for such payments. */
  traced: number
  fills: TokenFill[]
  /** What could not be looked at, in words. */
  cut: string[]
}

/** A name that the wallet's doings earned it, with what shows it. */
export type EarnedLabel = {
  label: 'whale' | 'mev_bot' | 'smart_money'
  evidence: Record<string, string | number>
}

/** What the wallet has to do with somebody it should keep away from. */
export type Exposure = {
  kind: 'mixer' | 'sanctioned' | 'flagged'
  address: Address
  /** What lists say of it, with their sources. */
  said: string[]
  /** Anybody's submission is all that accuses it. */
  hearsay: boolean
  direction: 'in' | 'out'
  /** 1: dealt with directly; 2: `through` somebody else, who did. */
  hops: 1 | 2
  through: Address | null
  /** 0-1 of what the wallet received (`in`) or paid (`out`), by USD; through somebody, the product. Null: no price is known. */
  share: number | null
  usd: number | null
}

/** How the wallet behaves, by its history. Days are whole days up to the block. */
export type WalletActivity = {
  /** Since first seen; null when not known. */
  ageDays: number | null
  idleDays: number | null
  /** By its nonce. */
  sent: number
  /** Payments and transfers of genuine assets that came. */
  received: number
  /** The longest time without a transaction of its own that ended in the last 30 days, and how many it sent since. */
  awoken: { days: number; sent: number } | null
  /** Payments of native coin that came, how many left again within two blocks, and to whom. */
  forwards: { incoming: number; forwarded: number; to: Address[] }
  /** Parties first paid in the last seven days, and how many of these payments were worth less than a dollar. */
  firstPaid: { parties: number; dust: number }
  /**
   * Genuine tokens that accounts lost to the wallet in transactions that it sent, with nothing for them in return. `emptied`: how
   * many of them had hardly anything of the token left; null when that was not read.
   */
  pulled: { owners: Address[]; hashes: Hex[]; emptied: number | null }
}

/** Code that a wallet built as a contract obeys, or asks before it acts. */
export type WalletExtension = { role: 'module' | 'guard' | 'module guard' | 'fallback handler'; account: Account }

/** Somebody imitates a party of the wallet's in its own history. */
export type Poisoning = LookalikeAddress & { address: Address }

/** A contract that the wallet created and that lists accuse. */
export type FlaggedDeployment = { address: Address; nonce: number; labels: Label[] }

/** Facts of wallet scans, by name. */
export type WalletFacts = {
  /** The address asked about is `subject`. */
  walletContract: WalletContract | null
  walletExtensions: WalletExtension[]
  /** Of the native coin and the genuine tokens that moved most. */
  walletPrices: AssetPrices
  history: WalletHistory
  fundingChain: FundingHop[]
  walletCounterparties: WalletCounterparty[]
  /** Histories of the most important people it deals with. */
  neighbours: { address: Address; history: WalletHistory }[]
  exposures: Exposure[]
  walletActivity: WalletActivity
  poisonings: Poisoning[]
  flaggedDeployments: FlaggedDeployment[]
  walletApprovals: WalletApproval[]
  holdings: WalletHoldings
  lookalikes: LookalikeAddress[]
  earnedLabels: EarnedLabel[]
}
