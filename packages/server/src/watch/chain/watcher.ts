import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
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
