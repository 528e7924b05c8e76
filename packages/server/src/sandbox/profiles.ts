import type { PriceFeedName, SandboxChain } from './canonical.ts'

/** What makes one network's miniature differ from the others'. */
export type ChainProfile = {
  /** As anvil spells it; what the network runs at the sandbox's head. */
  hardfork: string
  /** Seconds between the last blocks before the head. */
  blockSeconds: number
  /** Wei per gas, held steady. */
  fees: { base: bigint; tip: bigint }
  wrapped: { name: string; symbol: string }
  /** The feed of the native coin. */
  native: PriceFeedName
  /** Decimals of USDC and USDT; DAI has 18 everywhere. */
  dollarDecimals: number
  dexName: string
}

/** Unix seconds of every sandbox head: 2026-11-01 00:00 UTC. Fixed, so that every build has the same block hashes. */
export const HEAD_TIMESTAMP = 1_793_491_200

/** What the price feeds answer and the pools are seeded with, in dollars. */
export const PRICES: Readonly<Record<PriceFeedName, number>> = {
  eth: 3_500,
  bnb: 900,
  pol: 0.25,
  btc: 98_000,
  usdc: 1,
  usdt: 1,
  dai: 1,
}

const GWEI = 1_000_000_000n

export const PROFILES: Readonly<Record<SandboxChain, ChainProfile>> = {
  ethereum: {
    hardfork: 'osaka',
    blockSeconds: 12,
    fees: { base: GWEI, tip: GWEI / 10n },
    wrapped: { name: 'Wrapped Ether', symbol: 'WETH' },
    native: 'eth',
    dollarDecimals: 6,
    dexName: 'Uniswap V2',
  },
  bsc: {
    hardfork: 'prague',
    blockSeconds: 1,
    fees: { base: 0n, tip: GWEI / 10n },
    wrapped: { name: 'Wrapped BNB', symbol: 'WBNB' },
    native: 'bnb',
    dollarDecimals: 18,
    dexName: 'PancakeSwap V2',
  },
  polygon: {
    hardfork: 'prague',
    blockSeconds: 2,
    fees: { base: 30n * GWEI, tip: 30n * GWEI },
    wrapped: { name: 'Wrapped Polygon Ecosystem Token', symbol: 'WPOL' },
    native: 'pol',
    dollarDecimals: 6,
    dexName: 'QuickSwap',
  },
}

/** Wei of the native coin worth that many dollars. */
export function nativeWorth(chain: SandboxChain, dollars: number): bigint {
  const cents = BigInt(Math.round(PRICES[PROFILES[chain].native] * 100))
  return (BigInt(Math.round(dollars * 100)) * 10n ** 18n) / cents
}

/** Base units of that many whole tokens; up to six decimals of the number count. */
export function units(amount: number, decimals: number): bigint {
  return (BigInt(Math.round(amount * 1_000_000)) * 10n ** BigInt(decimals)) / 1_000_000n
}
