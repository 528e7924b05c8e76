import type { Chain } from '@redoubt/risk/chain.ts'
import type { Owner } from '../../domain/account.ts'
import type { Environment } from '../../domain/environment.ts'
import type { Monitor, StoredStatus, WantedMonitor, WatchedMonitor } from '../../domain/monitor.ts'
import { limitReached, MONITOR_LIMITS, type Plan } from '../../domain/plan.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { MonitorStore } from '../../domain/ports/monitors.ts'
import { ApiError } from '../../errors.ts'
import { createSealedPages } from '../sealedPages.ts'

/** Unknown monitors, and those of others, are null. */
export type Monitors = {
  /** @throws ApiError CONFLICT when the account has as many in this environment as its plan allows. */
  create(caller: Owner & { plan: Plan }, monitor: WantedMonitor): Promise<WatchedMonitor>
  /** Newest first; `cursor` is what the page before answered. */
  list(
    owner: Owner,
    page: { limit: number; cursor: string | null },
  ): Promise<{ monitors: WatchedMonitor[]; nextCursor: string | null }>
  get(owner: Owner, id: string): Promise<WatchedMonitor | null>
  replace(owner: Owner, id: string, monitor: WantedMonitor): Promise<WatchedMonitor | null>
  delete(owner: Owner, id: string): Promise<boolean>
}

/**
 * Monitors of accounts, each with how far its network is watched.
 * @param kept how far a chain is watched; null: it is not watched yet.
 */
export function createMonitors({
  monitors,
  cursors,
  kept,
  requireNetwork,
  now,
}: {
  monitors: MonitorStore
  cursors: Cursors
  kept(chain: Chain, environment: Environment): Promise<StoredStatus | null>
  /** @throws ApiError VALIDATION_ERROR for a network that the environment does not have. */
  requireNetwork(environment: Environment, chain: Chain): void
  now(): number
}): Monitors {
  const pages = createSealedPages(cursors)
  async function watched(monitor: Monitor, environment: Environment): Promise<WatchedMonitor> {
    const status = await kept(monitor.chain, environment)
    const { number, inside, skippedBlocks } = status ?? {}
    return {
      ...monitor,
      watch: number == null ? null : { number, inside: inside ?? null, skippedBlocks: skippedBlocks ?? null },
    }
  }
  const ifThere = async (monitor: Monitor | null, environment: Environment) => monitor && watched(monitor, environment)
  return {
    async create({ accountId, environment, plan }, wanted) {
      requireNetwork(environment, wanted.chain)
      const limits = { max: MONITOR_LIMITS[plan], now: now() }
      const made = await monitors.create({ accountId, environment }, wanted, limits).catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error
        const detail = limitReached(plan, limits.max, 'monitors', 'delete one')
        throw new ApiError('CONFLICT', { detail }, { cause: error })
      })
      return watched(made, environment)
    },
    get: async (owner, id) => ifThere(await monitors.get(owner, id), owner.environment),
    async replace(owner, id, wanted) {
      requireNetwork(owner.environment, wanted.chain)
      return ifThere(await monitors.replace(owner, id, wanted, now()), owner.environment)
    },
    delete: monitors.delete,
    async list(owner, page) {
      const found = await pages(`monitors of ${owner.accountId} ${owner.environment}`, page, (unsealed) =>
        monitors.list(owner, unsealed),
      )
      return { ...found, monitors: await Promise.all(found.monitors.map((one) => watched(one, owner.environment))) }
    },
  }
}
