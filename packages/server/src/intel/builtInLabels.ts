import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { packLabels } from './pack/packTables.ts'
import type { FormatOptions, IntelSource } from './ports.ts'
import { seedLabels } from './seed/seedLabels.ts'
import { isStale } from './staticList.ts'

/**
 * Returns the labels that ship with the program. A hand-written label replaces those of packages; a hand-written `token`
 * label replaces only their `token` labels.
 * @param address in any case.
 */
export function builtInLabels(chain: Chain, address: Address): Label[] {
  const seed = seedLabels(chain, address)
  if (seed.some(({ category }) => category !== 'token')) return seed
  return [...seed, ...packLabels(chain, address).filter(({ category }) => seed.length === 0 || category !== 'token')]
}

/** Whether the loaded sanctions lists can clear an address of this network; `reason` says why not, and what to do. */
export function sanctionLists(
  sources: readonly (Pick<IntelSource, 'id' | 'label' | 'enabled' | 'refreshedAt'> & { options?: FormatOptions })[],
  chain: Chain,
  now: number,
): { known: boolean; stale: boolean; reason: string | null } {
  const loaded = sources.filter(
    ({ label, enabled, options }) =>
      label === 'sanctioned' && enabled && (options?.chain === undefined || options.chain === chain),
  )
  if (loaded.length === 0)
    return { known: false, stale: false, reason: 'no sanctions list is loaded: npx redoubt intel enable recommended' }
  const stale = loaded.filter((source) => isStale({ ...source, refreshMs: 0 }, now))
  if (stale.length === 0) return { known: true, stale: false, reason: null }
  const never = stale.filter(({ refreshedAt }) => refreshedAt === null).map(({ id }) => id)
  const old = stale.flatMap(({ id, refreshedAt }) =>
    refreshedAt === null ? [] : `${id} (${hours(now - refreshedAt)})`,
  )
  const why = [
    ...(old.length > 0 ? [`older than 48 hours: ${old.join(', ')}`] : []),
    ...(never.length > 0 ? [`never loaded: ${never.join(', ')}`] : []),
  ]
  return { known: false, stale: true, reason: `${why.join('; ')}: npx redoubt intel refresh` }
}

function hours(ms: number): string {
  return `${Math.round(ms / 3_600_000)} h`
}
