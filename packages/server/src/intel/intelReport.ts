import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { IntelPort, IntelSourceStatus, IntelWord } from '../domain/ports/intel.ts'
import { maskUrl } from '../maskUrl.ts'
import { sanctionLists } from './builtInLabels.ts'
import { canonicalKey } from './canonicalKey.ts'
import { builtInStats } from './feeds/builtInStats.ts'
import { findKnownEntries, type KnownEntries } from './feeds/findKnownEntries.ts'
import type { EntryKey, IntelSource, IntelStore } from './ports.ts'
import { isShared } from './sharedHosts.ts'
import { isStale } from './staticList.ts'

/** What operators are told of lists over HTTP. */
export function createIntelReport(store: IntelStore, now: () => number = Date.now): IntelPort {
  return {
    async overview() {
      const sources = await store.sources()
      const perChain = CHAINS.map((chain) => sanctionLists(sources, chain, now()))
      const reason = perChain.find((one) => !one.known)?.reason ?? null
      const { pack, counts } = builtInStats()
      const sums: Record<string, number> = {}
      for (const { from, kind, count } of counts) {
        const name = from === 'seed' ? `seed.${kind}` : kind
        sums[name] = (sums[name] ?? 0) + count
      }
      return {
        sources: sources.map((source) => statusOf(source, now())),
        pack: { date: pack.newest, counts: sums },
        sanctions: { state: reason === null ? 'known' : 'unknown', reason },
      }
    },
    async lookup({ value, chain }) {
      const key = keyOf(value, chain)
      const known = await findKnownEntries(store, key, chain)
      return { entries: [...listed(known), ...builtIn(known)], overrides: known.overrides }
    },
    audit: (page) => store.audit(page),
    overrides: async () => (await store.overrides()).sort((one, other) => other.createdAt - one.createdAt),
    async setOverride({ value, wholeHost, ...said }) {
      const key = keyOf(value, said.chain)
      refuseWider(key, value, wholeHost)
      if (said.verdict === 'deny' && said.label === null)
        throw new RangeError('label: missing, expected the accusation against the entity')
      if (said.verdict === 'allow' && said.label !== null)
        throw new RangeError('label: expected only with deny; leave it out')
      const override = { ...key, ...said, createdAt: now() }
      await store.setOverride(override).catch((error: unknown) => {
        throw error instanceof RangeError ? new RangeError(`value: ${error.message}`) : error
      })
      return override
    },
    async removeOverride({ value, chain, actor }) {
      const key = keyOf(value, chain)
      return (await store.removeOverride({ ...key, chain }, { actor, now: now() })) ? { value: key.value } : null
    },
  }
}

/** @throws RangeError naming the member */
function keyOf(value: string, chain: Chain | null): EntryKey {
  const key = canonicalKey(value)
  if (key === null) throw new RangeError('value: expected an address, a host or a URL')
  if (chain !== null && key.kind !== 'address')
    throw new RangeError(`chain: expected with an address only, not with a ${key.kind}`)
  return key
}

/** An override must not reach pages that the operator did not mean. @throws RangeError */
function refuseWider(key: EntryKey, value: string, wholeHost: boolean): void {
  if (wholeHost) return
  if (isShared(key))
    throw new RangeError(`value: strangers share ${key.value}: override one page of it, or set wholeHost`)
  if (key.kind === 'host' && value.includes('?'))
    throw new RangeError(`value: queries are not looked at, so this would override all of ${key.value}: set wholeHost`)
}

function statusOf(source: IntelSource, now: number): IntelSourceStatus {
  const { id, title, format, label, confidence, licence, enabled, entryCount } = source
  const { refreshedAt, changedAt, nextAttemptAt, failures, lastError } = source
  return {
    id,
    title,
    format,
    label,
    confidence,
    licence,
    enabled,
    entryCount,
    refreshedAt,
    changedAt,
    nextAttemptAt,
    failures,
    lastError,
    // A path is the operator's own; a URL may hold a key.
    location: source.location.startsWith('/') ? source.location : maskUrl(source.location),
    stale: isStale(source, now),
  }
}

function listed({ listings }: KnownEntries): IntelWord[] {
  return listings.map(({ kind, value, chain, label, name, source, firstSeen, lastSeen, removedAt }) => ({
    kind,
    value,
    chain,
    label,
    name,
    firstSeen,
    lastSeen,
    removedAt,
    source: source.id,
    confidence: source.confidence,
    licence: source.licence,
    enabled: source.enabled,
  }))
}

/** What the program carries with it was never first seen here. */
function builtIn({ key, labels }: KnownEntries): IntelWord[] {
  return labels.map(({ chain, label }) => ({
    ...key,
    chain,
    label: label.category,
    name: label.name,
    source: label.source,
    confidence: label.confidence,
    licence: null,
    enabled: true,
    firstSeen: null,
    lastSeen: null,
    removedAt: null,
  }))
}
