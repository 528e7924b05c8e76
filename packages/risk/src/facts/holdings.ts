import type { Address } from '../address.ts'

// Holdings of a wallet. Amounts in base units.

/** Evidence for and against an asset that arrived in a wallet. */
export type Arrival = {
  /** A published registry lists it. */
  listed: boolean
  /** Symbol of the famous token that it imitates. */
  imitates: string | null
  /** The wallet itself sent a transaction that moved it; null when unknown, as for accounts that others operate. */
  asked: boolean | null
  /** Number of accounts that got it in the transaction that brought it here; null when that was not read. */
  recipients: number | null
}

/** One token that the wallet holds, as read from the chain. */
export type FoundToken = Arrival & {
  token: Address
  symbol: string | null
  name: string | null
  decimals: number | null
  balance: bigint
  priceUsd: number | null
  priceSource: string | null
  /** Most that its pricing market could pay for all of it; null when an oracle prices it, or no market does. */
  maxUsd: number | null
  /** Whether a price was looked up. */
  priceSought: boolean
  /** A new account bought it and could sell it again; null when not probed. */
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

/** Contents of a wallet, before any judgement. */
export type FoundHoldings = {
  native: { balance: bigint; priceUsd: number | null; priceSource: string | null }
  tokens: FoundToken[]
  nfts: FoundNft[]
  /** False: tokens may be missing, because logs or an index were out of reach; `cut` says why, in words. */
  complete: boolean
  cut: string[]
}

/** One token that the wallet holds. `spam`: the reason why it does not count; null when it counts. */
export type WalletToken = FoundToken & { valueUsd: number | null; spam: string | null }

export type WalletNft = FoundNft & { spam: string | null }

export type WalletHoldings = Omit<FoundHoldings, 'native' | 'tokens' | 'nfts'> & {
  native: FoundHoldings['native'] & { valueUsd: number | null }
  /** Most valuable first, spam last. */
  tokens: WalletToken[]
  nfts: WalletNft[]
  /** USD of the coin and of every priced token that is no spam; null when nothing has a price. */
  totalUsd: number | null
}
