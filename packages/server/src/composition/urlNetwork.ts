import type { Egress } from '@redoubt/egress/createEgress.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { createOfficialBrand } from '../intel/officialBrand.ts'
import type { SiteWordsOf } from '../intel/siteWords.ts'
import type { UrlSources } from '../usecases/scans/url/urlSources.ts'
import type { Brand } from '../web/brands/brand.ts'
import { BRANDS } from '../web/brands/brands.ts'
import { createCloakingCheck } from '../web/cloaking/createCloakingCheck.ts'
import { createOtherVisitor } from '../web/cloaking/createOtherVisitor.ts'
import { createLookUpSite } from '../web/dns/lookUpSite.ts'
import { createPageReader } from '../web/page/createPageReader.ts'
import { createRenderedReader } from '../web/page/createRenderedReader.ts'
import { createRegistration, type RegistrationOptions } from '../web/registration/createRegistration.ts'
import { createInspectSite } from '../web/tls/inspectSite.ts'
import { createTrust } from '../web/trust/createTrust.ts'
import { createVisitor } from '../web/visit/createVisitor.ts'
import type { ObservedEgress } from './observedEgress.ts'
import { createSiteNames } from './siteNames.ts'

export type UrlNetworkOptions = {
  egress: Pick<Egress, 'guarded' | 'operator'>
  /** Counts how the web answers. */
  observe: ObservedEgress
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
  /** Where registrations are asked; default: the registries of the world. */
  registry?: RegistrationOptions
  /** Sites of our own: nothing else may be visited, and they have brands and shortened links of their own. */
  ownSites?: {
    reaches: (site: SiteAddress) => boolean
    brands: readonly Brand[]
    shorteners: readonly string[]
  }
}

/** What a URL scan may ask of the web. Nothing is asked before the first scan. Part of the composition root. */
export function createUrlSources(options: UrlNetworkOptions): UrlSources {
  const { ownSites, browse, observe } = options
  const guarded = observe.sites(options.egress.guarded)
  const registries = {
    guarded: observe.registries(options.egress.guarded),
    operator: observe.operator(options.egress.operator, 'registration'),
  }
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
    registration: createRegistration(registries, options.registry),
    visit: createVisitor({ ...visiting, ...(ownSites && { shorteners: ownSites.shorteners }) }),
    page: createOtherVisitor({ ...visiting, read: createPageReader({ ...visiting, brands }) }),
    cloaking: createCloakingCheck(visiting),
    ...(browse && {
      browse: (...visit) => observe.observed({ kind: 'browser', host: null }, () => browse(...visit)),
      rendered: createRenderedReader(createPageReader({ ...visiting, brands, linked: false }), names.parse),
    }),
  }
}
