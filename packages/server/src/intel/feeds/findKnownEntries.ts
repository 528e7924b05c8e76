import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { hashKeys, hostKeys, urlKeys } from '../lookup/hostKeys.ts'
import { packLabels } from '../pack/packTables.ts'
import type { EntryKey, IntelSource, IntelStore, ListedEntry, Override } from '../ports.ts'
import { seedLabels } from '../seed/seedLabels.ts'

/** Everything that lists, operators and the built-in pack say of one thing, with where each word comes from. */
export type KnownEntries = {
  key: EntryKey
  /** Of it or, for hosts and URLs, of what it is part of; past entries and disabled lists too. */
  listings: Listing[]
  overrides: Override[]
  labels: { chain: Chain; label: Label }[]
}
export type Listing = ListedEntry & {
  source: IntelSource
  /** Unix milliseconds: when it was removed, else when its list was last known to be current. */
  lastSeen: number | null
  /** `disabled`: its list is. Only what is `listed` counts. */
  state: 'listed' | 'removed' | 'disabled'
}

/** @param chain null: all networks. */
export async function findKnownEntries(
  store: Pick<IntelStore, 'sources' | 'history' | 'overrides'>,
  key: EntryKey,
  chain: Chain | null,
): Promise<KnownEntries> {
  const keys = keysAbout(key)
  const sources = new Map((await store.sources()).map((source) => [source.id, source]))
  const listings: Listing[] = []
  for (const each of keys) {
    for (const entry of await store.history(each)) {
      const source = sources.get(entry.sourceId)
      if (source && ofChain(entry, chain)) listings.push(listing(entry, source))
    }
  }
  const names = new Set(keys.map(nameOf))
  const overrides = (await store.overrides()).filter((one) => names.has(nameOf(one)) && ofChain(one, chain))
  return { key, listings, overrides, labels: labelsIn(key, chain) }
}

function listing(entry: ListedEntry, source: IntelSource): Listing {
  const { removedAt } = entry
  const state = removedAt !== null ? 'removed' : source.enabled ? 'listed' : 'disabled'
  return { ...entry, source, lastSeen: removedAt ?? source.refreshedAt, state }
}

function keysAbout(key: EntryKey): EntryKey[] {
  if (key.kind === 'host') return [...hostKeys(key.value), ...hashKeys(key.value)]
  if (key.kind !== 'url') return [key]
  const host = key.value.slice(0, key.value.indexOf('/'))
  return [...urlKeys(key.value), ...hostKeys(host), ...hashKeys(host)]
}

function labelsIn({ kind, value }: EntryKey, chain: Chain | null): KnownEntries['labels'] {
  if (kind !== 'address') return []
  return CHAINS.filter((one) => chain === null || chain === one).flatMap((one) =>
    [...seedLabels(one, value as Address), ...packLabels(one, value as Address)].map((label) => ({
      chain: one,
      label,
    })),
  )
}

function ofChain(entry: { chain: Chain | null }, chain: Chain | null): boolean {
  return chain === null || entry.chain === null || entry.chain === chain
}

function nameOf({ kind, value }: EntryKey): string {
  return `${kind}:${value}`
}
