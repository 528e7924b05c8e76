import type { Monitor, WantedMonitor } from '../../usecases/scans/monitor.ts'
import type { WebhookOwner } from './webhooks.ts'

export type { Monitor } from '../../usecases/scans/monitor.ts'

/** How far the monitor's network is watched; `at` in Unix milliseconds. */
export type MonitorWatch = {
  number: bigint
  /** Null: no monitor wants what moves inside of transactions. */
  inside: 'seen' | 'unsupported' | 'failed' | null
  passedOver: { from: bigint; to: bigint; at: number } | null
}
/** `watch` null: no block was judged yet. */
export type WatchedMonitor = Monitor & { watch: MonitorWatch | null }

/** Unknown monitors, and those of others, are null. */
export type MonitorPort<Of = WatchedMonitor> = {
  /** @throws RangeError when the account has `most` in this environment. */
  create(owner: WebhookOwner, monitor: WantedMonitor, limits: { most: number; now: number }): Promise<Of>
  /** Newest first; `cursor` is what the page before answered: decimal digits. */
  list(
    owner: WebhookOwner,
    page: { limit: number; cursor: string | null },
  ): Promise<{ monitors: Of[]; nextCursor: string | null }>
  get(owner: WebhookOwner, id: string): Promise<Of | null>
  replace(owner: WebhookOwner, id: string, monitor: WantedMonitor, now: number): Promise<Of | null>
  delete(owner: WebhookOwner, id: string): Promise<boolean>
}
