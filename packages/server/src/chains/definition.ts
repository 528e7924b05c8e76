import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'

/**
 * Everything that the service knows of one network. A network is one file beside this one, and one line of `index.ts`.
 * Addresses are written in EIP-55; each constant names its source.
 */
export type NetworkDefinition = {
  /** As the `chain` parameter of the HTTP contract spells it. */
  id: Chain
  /** EIP-155. */
  chainId: number
  /** For people. */
  name: string
  /**
   * `experimental`: recorded transactions of it were not replayed yet. Confidence is capped, each answer says so, and the
   * network is offered only where the operator configured an RPC endpoint.
   */
  status: 'stable' | 'experimental'
  coin: NativeCoin
  /** The address of the wrapped coin is that of the first quote token. */
  quoteTokens: readonly QuoteToken[]
  /** Genuine addresses of tokens that others imitate. */
  tokens: readonly KnownToken[]
  rpc: {
    /** Environment variable of the operator's endpoints. */
    variable: `${Uppercase<Chain>}_RPC_URLS`
    /** Keyless endpoints for operators who configured none; empty: the network is then not offered. */
    publicUrls: readonly string[]
  }
  blocks: BlockTimes
  watch: WatchTimes
  /** Newest first. Forks with a timestamp are looked for by timestamp, also where the network switched at a block number. */
  forks: readonly Fork[]
  /** The fork after the newest, and its first second where it is published. */
  nextFork: { name: string; from: { timestamp: bigint } | null }
  fees: FeeModel
  /** What PREVRANDAO (0x44) answers: a random word, or on proof of authority the difficulty, 1 or 2. */
  randomness: 'random' | 'difficulty'
  /** Precompiled contracts, first and last number of each range. */
  precompiles: readonly (readonly [first: bigint, last: bigint])[]
  /** False: pending transactions reach the sequencer only, so no stranger can put another one before them. */
  publicMempool: boolean
  /** Bor writes what comes from Ethereum into receipts of a transaction that the block does not hold. */
  stateSync: boolean
  /** Factories whose pools give prices. */
  factories: readonly Factory[]
  /** Each exchange's own router by its factory: tokens treat it differently. Used only where its `factory()` agrees. */
  routers: Readonly<Record<Address, Address>>
  /** Uniswap V3 position managers that report an NFT's owner truthfully. Any other contract may claim that it has none. */
  positionManagers: readonly Address[]
  /** Contracts that hold other people's liquidity and tokens until a date, with their names. They do not say until when. */
  lockers: Readonly<Record<Address, string>>
  /** Chainlink USD feeds of 8 decimals. */
  priceFeeds: Readonly<Partial<Record<PricedAsset, Address>>>
  /** Chainalysis' oracle (`isSanctioned`). */
  sanctionsOracle: Address
  /** Tokens whose issuer freezes accounts and says so on chain. */
  freezeLists: readonly FreezeList[]
}

/** An asset with an oracle price, which tokens may follow. */
export type PricedAsset = 'ETH' | 'BNB' | 'POL' | 'BTC' | 'USDC' | 'USDT' | 'DAI' | 'LINK' | 'STETH'

/** The coin that pays for gas; 18 decimals on every network. */
export type NativeCoin = {
  symbol: string
  /** Symbol and name by which people know it, former ones included. */
  names: readonly (readonly [symbol: string, name: string])[]
  price: PricedAsset
  /** Contract in whose name the network logs movements of the coin, from outside of any call. */
  logs: Address | null
}

/** A token that others are traded against, and that Chainlink prices. */
export type QuoteToken = { address: Address; symbol: string; decimals: number }

/** A token so well known that others imitate it. `follows` null: no oracle price is used. */
export type KnownToken = { address: Address; symbol: string; name: string; follows: PricedAsset | null }

/** How many blocks the network makes. */
export type BlockTimes = {
  /** Seconds between blocks, rounded up to what a header can say. */
  seconds: bigint
  inHalfAnHour: bigint
  inAnHour: bigint
  inADay: bigint
  inAWeek: bigint
  /** A newest block that is older is that of an endpoint which stands still: beyond gaps that the network has had and clocks that differ. */
  maxAgeSeconds: number
}

/** How the network is followed. Times in milliseconds. */
export type WatchTimes = {
  /** Between two looks at the head. */
  pollMs: number
  /** A head that stays this long may be that of an endpoint which lags: all are asked. */
  staleMs: number
  /** Blocks whose hashes are kept after they were judged: a reorganisation is undone down to there. Beyond finality. */
  keptBlocks: number
  /** Blocks that must follow one before monitors are told of it, where the operator does not say. */
  confirmations: number
}

/** A set of EVM rules as anvil's `--hardfork` spells it, and its first block. */
export type Fork = { name: string; from: { timestamp: bigint } | { number: bigint } }

export type FeeModel = {
  /** EIP-1559: how much the base fee can move, and block gas limit ÷ gas target. */
  baseFeeChangeDenominator: bigint
  elasticity: bigint
  /** Wei per gas that builders are paid above the base fee in a busy hour; more is rarely worth it. */
  usualTip: bigint
  /** EIP-4844 transactions are accepted. */
  blobs: boolean
  /** How the fee for publishing a transaction on another network is asked for; null: there is none. */
  data: 'op-stack' | 'arbitrum' | null
  /** What the sender pays besides gas, in a sentence for people; null: nothing. */
  besidesGas: string | null
}

/** A factory of pools. `fees` in hundredths of a basis point: V3 has a pool per tier. */
export type Factory = { exchange: string; style: 'v2' | 'v3'; factory: Address; fees: readonly number[] }

export type FreezeList = {
  symbol: string
  token: Address
  ask: 'isBlackListed' | 'isBlacklisted' | 'isBlocked'
  /** Rests on one public source: no answer may mean that there is no such function. */
  unsure?: true
}

export const UNISWAP_V3_FEES: readonly number[] = [100, 500, 3_000, 10_000]
export const PANCAKE_V3_FEES: readonly number[] = [100, 500, 2_500, 10_000]
