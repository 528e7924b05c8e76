import type { IntelSource } from './ports.ts'

/** Sanctions are law from the day they are published: a list older than this says nothing of who is clear. */
const STALE_MS = 48 * 3_600_000

/** Whether the loaded sanctions lists can clear an address; `reason` says why not, and what to do. */
export function sanctionLists(
  sources: readonly Pick<IntelSource, 'id' | 'label' | 'enabled' | 'refreshedAt'>[],
  now: number,
): { known: boolean; reason: string | null } {
  const loaded = sources.filter(({ label, enabled }) => label === 'sanctioned' && enabled)
  if (loaded.length === 0)
    return { known: false, reason: 'no sanctions list is loaded: npx redoubt intel enable recommended' }
  const stale = loaded.filter(({ refreshedAt }) => refreshedAt === null || now - refreshedAt > STALE_MS)
  if (stale.length === 0) return { known: true, reason: null }
  const names = stale.map(({ id, refreshedAt }) => `${id} (${ageOf(refreshedAt, now)})`).join(', ')
  return { known: false, reason: `older than 48 hours: ${names}: npx redoubt intel refresh` }
}

function ageOf(refreshedAt: number | null, now: number): string {
  return refreshedAt === null ? 'never loaded' : `${Math.round((now - refreshedAt) / 3_600_000)} h`
}
