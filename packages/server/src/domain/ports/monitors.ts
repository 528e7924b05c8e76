import type { Owner } from '../account.ts'
import type { Monitor, WantedMonitor } from '../monitor.ts'

/** Unknown monitors, and those of other accounts, are null. */
export type MonitorStore = {
  /** @throws RangeError when the account has `max` in this environment. */
  create(owner: Owner, monitor: WantedMonitor, limits: { max: number; now: number }): Promise<Monitor>
  /** Newest first; `cursor` is what the page before answered: decimal digits. */
  list(
    owner: Owner,
    page: { limit: number; cursor: string | null },
  ): Promise<{ monitors: Monitor[]; nextCursor: string | null }>
  get(owner: Owner, id: string): Promise<Monitor | null>
  replace(owner: Owner, id: string, monitor: WantedMonitor, now: number): Promise<Monitor | null>
  delete(owner: Owner, id: string): Promise<boolean>
}
