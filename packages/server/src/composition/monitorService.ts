import type { Chain } from '@redoubt/risk/chain.ts'
import type { Monitor, MonitorPort, WatchedMonitor } from '../domain/ports/monitors.ts'
import type { Store } from '../store/openStore.ts'
import type { KeptStatus } from '../watch/ports.ts'
import type { OfferedNetworks } from './offeredNetworks.ts'
import { createSealedPages } from './sealedPages.ts'

/**
 * Monitors as HTTP offers them. Part of the composition root.
 * @param kept how far a chain is watched; null: it is not watched yet.
 */
export function createMonitorService(
  { monitors, keyring }: Pick<Store, 'monitors' | 'keyring'>,
  kept: (chain: Chain, environment: 'live' | 'test') => Promise<KeptStatus | null>,
  offered: Pick<OfferedNetworks, 'require'>,
): MonitorPort {
  const pages = createSealedPages(keyring)
  async function watched(monitor: Monitor, environment: 'live' | 'test'): Promise<WatchedMonitor> {
    const status = await kept(monitor.chain, environment)
    const { number, inside, passedOver } = status ?? {}
    return {
      ...monitor,
      watch: number == null ? null : { number, inside: inside ?? null, passedOver: passedOver ?? null },
    }
  }
  const ifThere = async (monitor: Monitor | null, environment: 'live' | 'test') =>
    monitor && watched(monitor, environment)
  return {
    async create(owner, wanted, limits) {
      offered.require(owner.environment, wanted.chain)
      return watched(await monitors.create(owner, wanted, limits), owner.environment)
    },
    get: async (owner, id) => ifThere(await monitors.get(owner, id), owner.environment),
    async replace(owner, id, wanted, now) {
      offered.require(owner.environment, wanted.chain)
      return ifThere(await monitors.replace(owner, id, wanted, now), owner.environment)
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
