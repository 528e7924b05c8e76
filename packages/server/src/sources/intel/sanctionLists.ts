import type { Chain } from '../../risk/chain.ts'
import { isStale } from './isStale.ts'
import type { FormatOptions, IntelSource } from './ports.ts'

/** Whether the loaded sanctions lists can clear an address of this network; `reason` says why not, and what to do. */
export function sanctionLists(
  sources: readonly (Pick<IntelSource, 'id' | 'label' | 'enabled' | 'refreshedAt'> & { options?: FormatOptions })[],
  chain: Chain,
  now: number,
): { known: boolean; reason: string | null } {
  const loaded = sources.filter(
    ({ label, enabled, options }) =>
      label === 'sanctioned' && enabled && (options?.chain === undefined || options.chain === chain),
  )
  if (loaded.length === 0)
    return { known: false, reason: 'no sanctions list is loaded: npx redoubt intel enable recommended' }
  const stale = loaded.filter((source) => isStale({ ...source, refreshMs: 0 }, now))
  if (stale.length === 0) return { known: true, reason: null }
  const names = stale.map(({ id, refreshedAt }) => `${id} (${ageOf(refreshedAt, now)})`).join(', ')
  return { known: false, reason: `older than 48 hours: ${names}: npx redoubt intel refresh` }
}

function ageOf(refreshedAt: number | null, now: number): string {
  return refreshedAt === null ? 'never loaded' : `${Math.round((now - refreshedAt) / 3_600_000)} h`
}
