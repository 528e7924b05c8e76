import type { Egress } from '../egress/createEgress.ts'
import type { SiteAddress } from '../risk/facts/site.ts'
import type { UrlSources } from '../scans/url/urlSources.ts'
import { createOfficialBrand } from '../sources/intel/officialBrand.ts'
import type { SiteWordsOf } from '../sources/intel/siteWords.ts'
import type { Brand } from '../sources/web/brands/brand.ts'
import { BRANDS } from '../sources/web/brands/brands.ts'
import { createCloakingCheck } from '../sources/web/cloaking/createCloakingCheck.ts'
import { createLookUpSite } from '../sources/web/dns/lookUpSite.ts'
import { createPageReader } from '../sources/web/page/createPageReader.ts'
import { createRegistration } from '../sources/web/registration/createRegistration.ts'
import { createTrust } from '../sources/web/standing/createTrust.ts'
import { createInspectSite } from '../sources/web/tls/inspectSite.ts'
import { createVisitor } from '../sources/web/visit/createVisitor.ts'
import { createSiteNames } from './siteNames.ts'

export type UrlNetworkOptions = {
  egress: Pick<Egress, 'guarded' | 'operator'>
  /** Lists, the operator's word and official domains. */
  words: SiteWordsOf
  /** The operator's own lexical model; null: ours. */
  modelFile: string | null
  intelAsOf: () => string
  listRevision: () => Promise<string>
  /** Names that resolve while DNS works. */
  controlNames: readonly string[]
  /** Absent where no browser is configured. */
  browse?: UrlSources['browse']
  /** Sites of our own: nothing else may be visited, registries do not know them, and they have brands of their own. */
  ownSites?: { reaches: (site: SiteAddress) => boolean; brands: readonly Brand[] }
}

/** What a URL scan may ask of the web. Nothing is asked before the first scan. Part of the composition root. */
export function createUrlSources(options: UrlNetworkOptions): UrlSources {
  const { guarded, operator } = options.egress
  const { ownSites, browse } = options
  const brands = [...BRANDS, ...(ownSites?.brands ?? [])]
  const names = createSiteNames(options.modelFile, brands)
  const visiting = { fetch: guarded.fetch, parse: names.parse }
  const trust = createTrust({ ...options.words, brands })
  const official = createOfficialBrand(() => [
    ...brands.flatMap(({ brand, domains }) => domains.map((domain) => ({ domain, brand }))),
    ...options.words.officialDomains(),
  ])
  return {
    ...names,
    trust: (site) => trust(site),
    official,
    intelAsOf: options.intelAsOf,
    listRevision: options.listRevision,
    now: Date.now,
    mayVisit: ownSites?.reaches ?? (() => true),
    dns: createLookUpSite(guarded, { controlNames: options.controlNames }),
    tls: createInspectSite(guarded),
    ...(ownSites === undefined && { registration: createRegistration({ guarded, operator }) }),
    visit: createVisitor(visiting),
    page: createPageReader({ ...visiting, brands }),
    cloaking: createCloakingCheck(visiting),
    ...(browse && { browse }),
  }
}
