import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { WatchTimes } from '../../chains/definition.ts'
import { NETWORKS } from '../../chains/index.ts'
import type { MonitorSettings } from '../../domain/monitor.ts'

/** Who watches an address: a monitor with its settings, or a webhook with the types of events that it wants. */
export type Watcher = { accountId: string; address: Address } & (
  | { monitor: MonitorSettings; webhook?: undefined }
  | { monitor?: undefined; webhook: string[] }
)
/** An address that is watched on a network; `chain` null: on every one. */
export type WatchRow = { seq: number; environment: 'live' | 'test'; address: Address; chain: Chain | null }

/** What is watched, as the database has it. Rows come in the order of `seq`, those after one. */
export type WatchRows = {
  /** What monitors and webhooks name. */
  named(after: number, limit: number): Promise<WatchRow[]>
  /** What accounts have scanned. */
  scanned(after: number, limit: number): Promise<(WatchRow & { accountId: string })[]>
  /** Accounts with a webhook that lists nothing and so hears of all that they have scanned, as `accountId:environment`. */
  listeners(): Promise<string[]>
  /** Whether a monitor looks at what is paid to an address of the network, or by it. */
  anyPayments(where: { environment: 'live' | 'test'; chain: Chain }): Promise<boolean>
  /** Returns all watchers of any of the addresses on the network. */
  watchersOf(where: { environment: 'live' | 'test'; chain: Chain }, addresses: readonly Address[]): Promise<Watcher[]>
}

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
