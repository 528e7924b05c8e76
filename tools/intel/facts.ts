/** The three networks of the service, by EIP-155 id. */
export const CHAINS = { 1: 'ethereum', 56: 'bsc', 137: 'polygon' } as const
export type ChainId = keyof typeof CHAINS
export const CHAIN_IDS: readonly ChainId[] = [1, 56, 137]

/** The words of risk/facts.ts `Label['category']` that published packages can vouch for. Order is the code in the pack. */
export const CATEGORIES = [
  'defi_protocol',
  'bridge',
  'nft_marketplace',
  'dao_treasury',
  'multisig',
  'open-executor',
  'token',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Order is the code in the pack. `high`: the project itself publishes it; `medium`: another registry does. */
export const CONFIDENCES = ['high', 'medium', 'low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

export type LabelFact = { chain: ChainId; address: string; name: string; category: Category; confidence: Confidence }
export type TokenFact = { chain: ChainId; address: string; symbol: string; name: string; decimals: number }
/** A Chainlink price feed. `decimals` null: not published, ask the feed. `market` false: what a protocol redeems at, no market's price. */
export type FeedFact = {
  chain: ChainId
  address: string
  base: string
  quote: string
  decimals: number | null
  market: boolean
}
export type FactoryFact = {
  chain: ChainId
  protocol: string
  style: 'v2' | 'v3'
  factory: string
  initCodeHash: string
  /** Who deploys the pools, where that is not the factory (PancakeSwap V3, Algebra). */
  deployer?: string
  /** Hundredths of a basis point; v3 only, and only where a pool's address depends on it. */
  fees?: number[]
}
/** One ERC-7730 format: what one call of one contract means. */
export type ClearFact = {
  owner: string
  /** `chain:address`. */
  contracts: string[]
  /** `transfer(address to,uint256 amount)`: paths of fields name its parameters. Null where only the selector is known. */
  signature: string | null
  /** 0x and 8 hex digits. */
  selector: string
  intent: string
  fields: { path: string; label: string; format: string; params?: Record<string, unknown> }[]
}
/** One ERC-7730 format of typed data. Descriptors of the package do not say which contracts verify it. */
export type ClearMessageFact = {
  owner: string
  primaryType: string
  intent: string
  fields: ClearFact['fields']
}
export type DomainFact = { domain: string; brand: string }

export type Facts = {
  labels: LabelFact[]
  tokens: TokenFact[]
  feeds: FeedFact[]
  factories: FactoryFact[]
  /** `transfer(address,uint256)`. */
  signatures: string[]
  clearSigning: ClearFact[]
  clearMessages: ClearMessageFact[]
  domains: DomainFact[]
}

export type Source = {
  /** Folder under node_modules; empty for what is written in this repository. */
  package: string
  /** What is taken from it, for docs/intel-sources.md. */
  takes: string
  extract(): Partial<Facts> | Promise<Partial<Facts>>
}
