import type { Origin } from '@redoubt/risk/facts/origin.ts'
import { canonicalKey } from './canonicalKey.ts'
import { hostKeys } from './lookup/hostKeys.ts'
import type { ListIndex } from './lookup/listIndex.ts'
import { type IntelSource, isAccusation, type ListedEntry, type Override } from './ports.ts'

/** Everything that lists, the operator and official domains say of a site. */
export type SiteWords = {
  /** Canonical; of a machine of the caller's own (`localhost`) as the URL has it. */
  host: string
  /** Accusations: the operator's denial first, then the lists that the operator did not disable for it. */
  listed: Origin['listed']
  /** Whose official domain it is. */
  brand: string | null
  override: Override | null
  /** Entries of lists that speak for it. */
  trusting: readonly { entry: ListedEntry; title: string }[]
  /** False: no list of bad sites has ever been read, so being on none says nothing. */
  listsLoaded: boolean
}

/** What is asked. */
export type SiteWordsOf = {
  lists: Pick<ListIndex, 'findUrl' | 'override' | 'state'>
  officialDomains: () => readonly { domain: string; brand: string }[]
}

/** Lists with these labels name sites rather than addresses. */
const OF_SITES: ReadonlySet<string> = new Set(['phishing', 'malware', 'scam'])

/**
 * Asks about a site by host and path; query, fragment and credentials are left out. `allow` silences lists, never a sanctions list;
 * `deny` speaks first.
 * @throws when the lists were never loaded.
 */
export function createSiteWords({ lists, officialDomains }: SiteWordsOf): (url: URL) => Promise<SiteWords> {
  let brands: ReadonlyMap<string, string> | undefined
  return async ({ protocol, host: authority, hostname, pathname }) => {
    const origin = `${protocol}//${authority}`
    // Too long a path must not hide the host. `localhost` and its like have no key: no list can name them.
    const key = canonicalKey(origin + pathname) ?? canonicalKey(origin)
    const [entries, override, { sources }] = await Promise.all([
      key ? lists.findUrl(key.value) : [],
      key ? lists.override(key, null) : null,
      lists.state(),
    ])
    brands ??= new Map(officialDomains().map(({ domain, brand }) => [domain, brand]))
    const host = key?.value.split('/')[0] ?? hostname
    const accusing = entries.filter(({ label }) => isAccusation(label))
    const heard = accusing.filter(({ label }) => label === 'sanctioned' || override?.verdict !== 'allow')
    const denied = override?.verdict === 'deny' ? [denial(override)] : []
    return {
      host,
      listed: [...denied, ...heard.map((entry) => hitOf(entry, titleOf(entry, sources)))],
      brand: brandOfHost(host, brands),
      override,
      trusting: entries
        .filter(({ label }) => label === 'trusted')
        .map((entry) => ({ entry, title: titleOf(entry, sources) })),
      listsLoaded: sources.some(
        ({ label, enabled, refreshedAt }) => enabled && refreshedAt !== null && OF_SITES.has(label),
      ),
    }
  }
}

function titleOf({ sourceId }: ListedEntry, sources: readonly Pick<IntelSource, 'id' | 'title'>[]): string {
  return sources.find(({ id }) => id === sourceId)?.title ?? sourceId
}

function hitOf({ label, name, value, kind, firstSeen }: ListedEntry, title: string): Origin['listed'][number] {
  return {
    label,
    name,
    source: title,
    listedSince: day(firstSeen),
    matched: kind === 'hash' ? 'its SHA-256' : value,
  }
}

function denial({ label, note, value, createdAt }: Override): Origin['listed'][number] {
  return {
    label: label ?? 'scam',
    name: note === '' ? null : note,
    source: 'operator’s own list',
    listedSince: day(createdAt),
    matched: value,
  }
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/**
 * The project that a host or a parent of it is an official domain of; null for none.
 * @param host canonical, as `canonicalKey` makes it.
 * @param brands by domain.
 */
export function brandOfHost(host: string, brands: ReadonlyMap<string, string>): string | null {
  for (const { value } of hostKeys(host)) {
    const brand = brands.get(value)
    if (brand !== undefined) return brand
  }
  return null
}
