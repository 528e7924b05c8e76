import type { Address } from '../facts.ts'

// What a wallet holds. Amounts in base units.

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
  maxUsd: number | null
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
