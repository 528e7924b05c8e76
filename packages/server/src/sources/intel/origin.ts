import type { Origin } from '../../risk/messageFacts.ts'
import { canonicalKey } from './canonicalKey.ts'
import { hostKeys } from './lookup/hostKeys.ts'
import type { ListIndex } from './lookup/listIndex.ts'
import { isAccusation, type ListedEntry, type Override } from './ports.ts'
import { siteOf } from './siteOf.ts'

/** What is known of a site. `listsLoaded` false: no list of bad sites has ever been read, so being on none says nothing. */
export type OriginWord = { origin: Origin; listsLoaded: boolean }

/**
 * Asks everything that is known of a site without visiting it.
 * @param url absolute, http or https.
 * @throws when the lists were never loaded, and RangeError for what is no site.
 */
export type OriginSource = (url: string) => Promise<OriginWord>

/**
 * One answer from the lists that operators loaded, the operator's own word and the official domains of projects. `allow`
 * silences lists, never a sanctions list; `deny` speaks first. Query, fragment and credentials of the URL are left out.
 */
export function createOriginSource({
  lists,
  officialDomains,
}: {
  lists: Pick<ListIndex, 'findUrl' | 'override' | 'state'>
  officialDomains: () => readonly { domain: string; brand: string }[]
}): OriginSource {
  let brands: ReadonlyMap<string, string> | undefined
  return async (given) => {
    const parsed = URL.parse(given)
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new RangeError('this is no site')
    // Too long a path must not hide the host. `localhost` and its like have no key: no list can name them.
    const key = canonicalKey(given) ?? canonicalKey(`${parsed.protocol}//${parsed.host}`)
    const [entries, override, { sources }] = await Promise.all([
      key ? lists.findUrl(key.value) : [],
      key ? lists.override(key, null) : null,
      lists.state(),
    ])
    brands ??= new Map(officialDomains().map(({ domain, brand }) => [domain, brand]))
    const host = key?.value.split('/')[0] ?? parsed.hostname
    const accusing = entries.filter(({ label }) => isAccusation(label))
    const heard = accusing.filter(({ label }) => label === 'sanctioned' || override?.verdict !== 'allow')
    const denied = override?.verdict === 'deny' ? [denial(override)] : []
    return {
      origin: {
        url: `${parsed.protocol}//${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`,
        host,
        registrable: siteOf(host),
        listed: [...denied, ...heard.map((entry) => hitOf(entry, sources))],
        official: brandOf(host, brands) ?? (override?.verdict === 'allow' ? override.note || host : null),
        lexical: null,
      },
      listsLoaded: sources.some(
        ({ label, enabled, refreshedAt }) => enabled && refreshedAt !== null && OF_SITES.has(label),
      ),
    }
  }
}

/** Lists with these labels name sites rather than addresses. */
const OF_SITES: ReadonlySet<string> = new Set(['phishing', 'malware', 'scam'])

function brandOf(host: string, brands: ReadonlyMap<string, string>): string | null {
  for (const { value } of hostKeys(host)) {
    const brand = brands.get(value)
    if (brand !== undefined) return brand
  }
  return null
}

function hitOf(
  { label, name, value, kind, firstSeen, sourceId }: ListedEntry,
  sources: readonly { id: string; title: string }[],
): Origin['listed'][number] {
  return {
    label,
    name,
    source: sources.find(({ id }) => id === sourceId)?.title ?? sourceId,
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
