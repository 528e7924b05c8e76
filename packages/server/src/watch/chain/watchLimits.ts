import type { Chain } from '@redoubt/risk/chain.ts'
import type { WatchTimes } from '../../chains/definition.ts'
import { NETWORKS } from '../../chains/index.ts'

/** How one chain is watched. Times in milliseconds. */
export type WatchLimits = Omit<WatchTimes, 'confirmations'> & {
  /** A chain that is no longer than ours must be the only one heard of for this long before it is believed. */
  patienceMs: number
  /** Blocks older than this are passed over. */
  maxAgeMs: number
}

/** A sandbox is one node of our own: it never lags, its blocks have dates of its story, and what it takes back is gone. */
export const SANDBOX_WATCH_LIMITS: WatchLimits = {
  pollMs: 200,
  staleMs: 5_000,
  patienceMs: 0,
  keptBlocks: 128,
  maxAgeMs: Number.POSITIVE_INFINITY,
}

/** Returns the limits of a real network. */
export function watchLimits(chain: Chain): WatchLimits {
  const { pollMs, staleMs, keptBlocks } = NETWORKS[chain].watch
  return { pollMs, staleMs, keptBlocks, patienceMs: 60_000, maxAgeMs: 6 * 60 * 60 * 1_000 }
}
