import { packManifest } from './pack/packManifest.ts'
import type { IntelSource } from './ports.ts'

/** Date of the seed: the newest day on which its sources were compared. */
export const SEED_AS_OF = '2026-11-21'

/** ISO date of the oldest list in use: the seed, the data pack, and every enabled list that was ever loaded. */
export function intelAsOf(sources: readonly Pick<IntelSource, 'enabled' | 'refreshedAt'>[]): string {
  const loaded = sources.flatMap(({ enabled, refreshedAt }) =>
    enabled && refreshedAt !== null ? [new Date(refreshedAt).toISOString().slice(0, 10)] : [],
  )
  return [SEED_AS_OF, packManifest().date, ...loaded].sort()[0] as string
}
