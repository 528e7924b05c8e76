import type { Chain } from '@redoubt/risk/chain.ts'

/** How one chain is watched. Times in milliseconds. */
export type WatchLimits = {
  /** Between two looks at the head. */
  pollMs: number
  /** A head that stays this long may be that of an endpoint which lags: all are asked. */
  staleMs: number
  /** A chain that is no longer than ours must be the only one heard of for this long before it is believed. */
  patienceMs: number
  /** Blocks whose hashes are kept after they were judged: a reorganisation is undone down to there. Beyond finality. */
  keptBlocks: number
  /** Blocks older than this are passed over. */
  maxAgeMs: number
}

/** Ethereum is final after 64 blocks, BSC after 3, Polygon after some; each has been deeper, Polygon 157 blocks. */
export const WATCH_LIMITS: Record<Chain, WatchLimits> = {
  ethereum: limits({ pollMs: 1_500, staleMs: 30_000, keptBlocks: 128 }),
  bsc: limits({ pollMs: 300, staleMs: 5_000, keptBlocks: 256 }),
  polygon: limits({ pollMs: 750, staleMs: 10_000, keptBlocks: 512 }),
}

/** A sandbox is one node of our own: it never lags, its blocks have dates of its story, and what it takes back is gone. */
export const SANDBOX_WATCH_LIMITS: WatchLimits = {
  pollMs: 200,
  staleMs: 5_000,
  patienceMs: 0,
  keptBlocks: 128,
  maxAgeMs: Number.POSITIVE_INFINITY,
}

function limits(of: Pick<WatchLimits, 'pollMs' | 'staleMs' | 'keptBlocks'>): WatchLimits {
  return { ...of, patienceMs: 60_000, maxAgeMs: 6 * 60 * 60 * 1_000 }
}
