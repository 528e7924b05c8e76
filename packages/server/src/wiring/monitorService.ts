import type { MonitorPort } from '../http/ports/monitors.ts'
import type { Store } from '../store/openStore.ts'
import { createSealedPages } from './sealedPages.ts'

/** Monitors as HTTP offers them. Part of the composition root. */
export function createMonitorService({ monitors, keyring }: Pick<Store, 'monitors' | 'keyring'>): MonitorPort {
  const pages = createSealedPages(keyring)
  return {
    ...monitors,
    list: (owner, page) =>
      pages(`monitors of ${owner.accountId} ${owner.environment}`, page, (unsealed) => monitors.list(owner, unsealed)),
  }
}
