import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { packManifest } from './pack/packTables.ts'
import type { IntelSource, ListedEntry, ListLabel } from './ports.ts'

/** A list that comes with an environment instead of being loaded: the sandbox's own. */
export type StaticList = {
  source: Pick<IntelSource, 'id' | 'title' | 'label' | 'confidence' | 'enabled'>
  /** Entries of the address on this network. @param address in any case. */
  find(chain: Chain, address: Address): ListedEntry[]
}

/** @param asOf when it was made, Unix milliseconds. */
export function createStaticList(list: {
  id: string
  title: string
  label: ListLabel
  confidence: Label['confidence']
  asOf: number
  entries: readonly { chain: Chain | null; address: Address; label?: ListLabel; name: string | null }[]
}): StaticList {
  const { id, title, label, confidence, asOf } = list
  const byAddress = Map.groupBy(list.entries, ({ address }) => address.toLowerCase())
  return {
    source: { id, title, label, confidence, enabled: true },
    find: (chain, address) =>
      (byAddress.get(address.toLowerCase()) ?? [])
        .filter((entry) => entry.chain === null || entry.chain === chain)
        .map((entry) => ({
          kind: 'address',
          value: address.toLowerCase(),
          chain: entry.chain,
          label: entry.label ?? label,
          name: entry.name,
          sourceId: id,
          firstSeen: asOf,
          removedAt: null,
        })),
  }
}

/** Sanctions are law from the day they are published: a list older than this says nothing of who is clear. */
const SANCTIONS_STALE_MS = 48 * 3_600_000

/** Other lists grow old when they missed this many of their own refreshes. */
const MISSED_REFRESHES = 3

/** Too old for what it is relied on for, or never loaded. */
export function isStale(
  { label, refreshedAt, refreshMs }: Pick<IntelSource, 'label' | 'refreshedAt' | 'refreshMs'>,
  now: number,
): boolean {
  if (refreshedAt === null) return true
  return now - refreshedAt > (label === 'sanctioned' ? SANCTIONS_STALE_MS : MISSED_REFRESHES * refreshMs)
}

/** Date of the seed: the newest day on which its sources were compared. */
export const SEED_AS_OF = '2026-11-21'

/** ISO date of the oldest list in use: the seed, the data pack, and every enabled list that was ever loaded. */
export function intelAsOf(sources: readonly Pick<IntelSource, 'enabled' | 'refreshedAt'>[]): string {
  const loaded = sources.flatMap(({ enabled, refreshedAt }) =>
    enabled && refreshedAt !== null ? [new Date(refreshedAt).toISOString().slice(0, 10)] : [],
  )
  return [SEED_AS_OF, packManifest().date, ...loaded].sort()[0] as string
}
