import type { Monitor, WantedMonitor } from '../../scans/monitor.ts'
import type { WebhookOwner } from './webhooks.ts'

export type { Monitor } from '../../scans/monitor.ts'

/** What is unknown, or of others, is null. */
export type MonitorPort = {
  /** @throws RangeError when the account has `most` in this environment. */
  create(owner: WebhookOwner, monitor: WantedMonitor, limits: { most: number; now: number }): Promise<Monitor>
  /** Newest first; `cursor` is what the page before answered: decimal digits. */
  list(
    owner: WebhookOwner,
    page: { limit: number; cursor: string | null },
  ): Promise<{ monitors: Monitor[]; nextCursor: string | null }>
  get(owner: WebhookOwner, id: string): Promise<Monitor | null>
  replace(owner: WebhookOwner, id: string, monitor: WantedMonitor, now: number): Promise<Monitor | null>
  delete(owner: WebhookOwner, id: string): Promise<boolean>
}
