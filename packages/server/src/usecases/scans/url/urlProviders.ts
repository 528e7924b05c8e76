import {
  attempt,
  type FactProviders,
  type GetFact,
  Incomplete,
  type MissingFact,
} from '@redoubt/risk/engine/gatherFacts.ts'
import type { Browsing } from '@redoubt/risk/facts/browsing.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { LexicalScore, SiteAddress, SiteTrust } from '@redoubt/risk/facts/site.ts'
import type { Visit } from '@redoubt/risk/facts/visit.ts'
import { isSameServer } from '@redoubt/risk/url/crossings.ts'
import { deriveCertificates, deriveRegistrations } from '@redoubt/risk/url/registrations.ts'
import { withRenderedPage } from '@redoubt/risk/url/withRenderedPage.ts'
import { placeOf } from './unknownOfUrl.ts'
import type { UrlScanInput } from './urlScanInput.ts'
import type { RenderedDocument, UrlSources, Visited } from './urlSources.ts'

/** Hosts of one page that are looked up: more than any honest page has. */
const MAX_CONTACTS = 60

/**
 * How each fact of a URL scan is gathered. Names are judged at both ends: the site that was asked for, and the site where
 * redirects end. Facts that need a connection have no provider when this environment may not visit the site.
 */
export function urlProviders(
  input: Pick<UrlScanInput, 'chain' | 'browse'>,
  site: SiteAddress,
  sources: UrlSources,
): FactProviders {
  const { dns, tls, registration, visit, page, cloaking, browse, rendered } = sources.mayVisit(site) ? sources : NOTHING
  // What follows from an answer reads its body too, which is no fact.
  const answered = Promise.withResolvers<Visited>()
  answered.promise.catch(() => undefined)
  const ran = Promise.withResolvers<readonly RenderedDocument[]>()
  ran.promise.catch(() => undefined)
  const visitedOf = async (get: GetFact): Promise<Visited> => {
    await get('visit')
    return answered.promise
  }

  return {
    site: () => site,
    scannedAt: () => sources.now(),
    trust: async (_, signal) => {
      const { trust, listsLoaded } = await sources.trust(site, signal)
      return listsLoaded ? trust : new Incomplete<SiteTrust>(trust, NO_LISTS)
    },
    lexical: async (get) => {
      const scores = (await unknownEnds(get)).map((of): LexicalScore | null => {
        const score = sources.lexical(of)
        return score === null || of === site ? score : { ...score, host: of.host }
      })
      return scores.reduce((bad, one) => ((one?.score ?? -1) > (bad?.score ?? -1) ? one : bad), null)
    },
    likenesses: async (get) =>
      (await unknownEnds(get)).flatMap((of) =>
        sources.likenesses(of).map((likeness) => (of === site ? likeness : { ...likeness, host: of.host })),
      ),
    ...(dns && { dns: (_, signal) => dns(site, signal) }),
    ...(tls && { tls: (_, signal) => tls(site, signal) }),
    ...(registration && { registration: (_, signal) => registration(site, signal) }),
    // Registries and certificates are asked of where a link leads, too: one that hides it must not hide its age.
    ...(tls && {
      finalTls: async (get, signal) => {
        const { final } = await get('visit')
        return isSameServer(site, final) ? null : tls(allowed(final), signal)
      },
    }),
    ...(registration && {
      finalRegistration: async (get, signal) => {
        const { final } = await get('visit')
        return final.registrable === site.registrable ? null : registration(allowed(final), signal)
      },
    }),
    certificates: deriveCertificates,
    registrations: deriveRegistrations,
    ...(visit && {
      visit: async (_, signal) => {
        const visited = await visit(site, signal)
        answered.resolve(visited)
        return visited.visit
      },
    }),
    ...(page && { page: async (get, signal) => page(await visitedOf(get), signal) }),
    ...(cloaking && {
      cloaking: async (get, signal) => {
        const [visited, read] = await Promise.all([visitedOf(get), attempt(get, 'page')])
        return cloaking(visited, read.value, signal)
      },
    }),
    ...(browse &&
      input.browse && {
        browsing: async (get, signal) => {
          const { browsing, documents } = await browse(await visitedOf(get), input.chain, signal)
          ran.resolve(documents)
          return browsing
        },
        ...(rendered && {
          renderedPage: async (get, signal) => {
            await get('browsing')
            return rendered(await visitedOf(get), await ran.promise, signal)
          },
        }),
      }),
    hopTrust: async (get, signal) => {
      const [visited, own] = await Promise.all([get('visit'), attempt(get, 'trust')])
      const gathered = await trustLevelsOf(intermediateAddresses(site, visited), ({ host }) => host, signal)
      // A step within the scanned site is worth a word only where a list names that very page.
      const isNews = gathered
        .get(site.host)
        ?.listed.some((hit) => !own.value?.listed.some((known) => isSameHit(known, hit)))
      if (!isNews) gathered.delete(site.host)
      return Object.fromEntries(gathered)
    },
    contactTrust: async (get, signal) => {
      const [{ final }, read, browsed, shown] = await Promise.all([
        get('visit'),
        attempt(get, 'page'),
        input.browse ? attempt(get, 'browsing') : NOT_ASKED,
        input.browse ? attempt(get, 'renderedPage') : NOT_ASKED,
      ])
      const whole = withRenderedPage(read.value, shown.value)
      const { addresses, more } = addressesContacted(whole, browsed.value, final, sources.parse)
      const trustLevels = Object.fromEntries(await trustLevelsOf(addresses, placeOf, signal))
      const missing = read.missing ?? browsed.missing ?? (more ? TOO_MANY_CONTACTS : null)
      return missing === null ? trustLevels : new Incomplete(trustLevels, missing)
    },
  }

  /**
   * The scanned site, and the site where redirects end if it is another; vouched-for sites are left out. Official domains
   * are known without lists, so that a database that fails accuses none of them.
   */
  async function unknownEnds(get: GetFact): Promise<SiteAddress[]> {
    const [own, visited] = await Promise.all([attempt(get, 'trust'), attempt(get, 'visit')])
    const ends = isRecommended(own.value) || sources.official(site) !== null ? [] : [site]
    const final = visited.value?.final ?? site
    if (final.host === site.host) return ends
    const trustLevels = await attempt(get, 'hopTrust')
    const isKnown = isRecommended(trustLevels.value?.[final.host]) || sources.official(final) !== null
    return isKnown ? ends : [...ends, final]
  }

  /** Of a host that was passed at several paths, everything that any of them is listed as, and the good that is said of all. */
  async function trustLevelsOf(
    addresses: readonly SiteAddress[],
    keyOf: (of: SiteAddress) => string,
    signal: AbortSignal,
  ): Promise<Map<string, SiteTrust>> {
    const words = await Promise.all(
      addresses.map(async (of) => ({ key: keyOf(of), ...(await sources.trust(of, signal)) })),
    )
    const byKey = new Map<string, SiteTrust>()
    for (const { key, trust } of words) {
      const known = byKey.get(key)
      byKey.set(key, known ? together(known, trust) : trust)
    }
    return byKey
  }

  function allowed(of: SiteAddress): SiteAddress {
    if (!sources.mayVisit(of)) throw new Error('this environment may not visit the site')
    return of
  }
}

/** An official domain, or one that the operator or a list calls good: what its name looks like says nothing more. */
function isRecommended(trust: SiteTrust | null | undefined): boolean {
  return Boolean(trust?.official || trust?.allowed)
}

function together(one: SiteTrust, other: SiteTrust): SiteTrust {
  const more = other.listed.filter((hit) => !one.listed.some((known) => isSameHit(known, hit)))
  return {
    listed: [...one.listed, ...more],
    official: other.official && one.official,
    allowed: other.allowed && one.allowed,
    popular: other.popular && one.popular,
  }
}

type Listing = SiteTrust['listed'][number]

function isSameHit(one: Listing, other: Listing): boolean {
  return one.matched === other.matched && one.source === other.source && one.label === other.label
}

const NOTHING: Partial<UrlSources> = {}
const NOT_ASKED = { value: null, missing: null }

/** A service without lists is not broken: this lowers confidence, and holds no honest site back. */
const NO_LISTS: MissingFact = {
  reason: 'failed',
  message: 'no list of bad sites is loaded',
  root: 'trust',
  decisive: false,
  error: null,
}

const TOO_MANY_CONTACTS: MissingFact = {
  reason: 'failed',
  message: 'the page names more hosts than are looked up',
  root: 'contactTrust',
  decisive: false,
  error: null,
}

/** Returns the addresses that a visit passed, without its start. Each once, in order. */
export function intermediateAddresses(site: SiteAddress, { hops, final }: Visit): SiteAddress[] {
  const byHref = new Map([...hops.map(({ to }) => to), final].map((address) => [address.href, address]))
  byHref.delete(site.href)
  return [...byHref.values()]
}

/**
 * Addresses that a page loads code from, sends forms to, frames, offers for download or leads a phone to, and those that a browser contacted while it ran
 * the page: one of each host, and each path of a host that strangers share; those that receive something first, without the page's own.
 * `more`: some were left out.
 */
export function addressesContacted(
  page: Page | null,
  browsing: Browsing | null,
  final: SiteAddress,
  parse: (url: string) => SiteAddress,
): { addresses: SiteAddress[]; more: boolean } {
  const named = [
    ...(page?.forms.map(({ action }) => action) ?? []),
    ...(page?.scripts.map(({ src }) => src) ?? []),
    ...(page?.frames.map(({ src }) => src) ?? []),
    ...(page?.links.downloads ?? []),
    ...(browsing?.contacted.map((host) => `https://${host}/`) ?? []),
    ...(browsing?.downloads.map(({ url }) => url) ?? []),
    ...(browsing?.codes.flatMap(({ kind, text }) => (kind === 'link' ? [text] : [])) ?? []),
  ]
  const known = new Set([placeOf(final)])
  const addresses: SiteAddress[] = []
  for (const href of new Set(named)) {
    const url = href === null ? null : URL.parse(href, final.href)
    // Reading an address costs more than seeing that its host is known.
    if (url === null || !/^https?:$/.test(url.protocol) || known.has(url.hostname)) continue
    const address = parsed(url.href, parse)
    if (address === null || known.has(placeOf(address))) continue
    if (addresses.length === MAX_CONTACTS) return { addresses, more: true }
    known.add(placeOf(address))
    addresses.push(address)
  }
  return { addresses, more: false }
}

/** Whatever a page writes into an attribute need not be an address. */
function parsed(href: string, parse: (url: string) => SiteAddress): SiteAddress | null {
  try {
    return parse(href)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
