import type { Egress } from '@redoubt/egress/createEgress.ts'
import { EgressError, type EgressFailure } from '@redoubt/egress/egressError.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { parseSite } from '../../src/web/address/parseSite.ts'
import { createLookUpSite } from '../../src/web/dns/lookUpSite.ts'
import { createPageReader } from '../../src/web/page/createPageReader.ts'
import { createAskRdap } from '../../src/web/registration/createRegistration.ts'
import { createInspectSite } from '../../src/web/tls/inspectSite.ts'
import { createVisitor } from '../../src/web/visit/createVisitor.ts'
import { escaped } from './pages.ts'
import { LIMITS, redirector, type Way } from './ways.ts'

/** The ways of a URL scan: what it asks about a site, and each kind of hop that a visit goes along. */
export function scanWays({ guarded, guard }: Egress): Record<string, Way> {
  const { signal } = new AbortController()
  const lookUp = createLookUpSite(guarded, { controlNames: ['good.test'] })
  const inspect = createInspectSite(guarded)
  const visitor = createVisitor({ fetch: guarded.fetch, parse: parseSite, deadlineMs: LIMITS.deadlineMs })

  const visit = async (url: string): Promise<string> => {
    const { visit, html } = await visitor(siteOf(url), signal)
    if (visit.failure !== null) throw new EgressError(visit.failure.code as EgressFailure, visit.failure.message)
    // What leads nowhere is no answer of the site that was meant.
    if (html?.startsWith('good') !== true) throw new EgressError('bad-answer', 'The visit did not arrive.')
    return html
  }
  const refer = async (url: string, index: number): Promise<string> => {
    // Half of the registries redirect, the others refer.
    const by = index % 2 === 0 ? `http://good.test/rdap?${leading(url)}&` : `${redirector('good.test', url, index)}&`
    const said = await createAskRdap(guarded, async () => by, LIMITS.deadlineMs)('good.test', signal)
    if (typeof said === 'string' || said.registeredAt === null) throw new EgressError('bad-answer', 'No referral.')
    return 'good'
  }

  const reader = createPageReader({ fetch: guarded.fetch, parse: parseSite, brands: [] })
  /** Scans a page of good.test, so that its links are requested by the reader of pages. */
  const linked = async (html: string): Promise<Page> => {
    const { visit } = await visitor(siteOf('http://good.test/'), signal)
    const page = await reader({ visit, html }, signal)
    if (page === null) throw new EgressError('bad-answer', 'The page was not read.')
    return page
  }

  return {
    'look-up': async (url) => JSON.stringify(await lookUp(siteOf(url), signal)),
    certificate: async (url) => JSON.stringify(await inspect(siteOf(url), signal)),
    whois: async (url) => {
      const { hostname = url, host = url, port = '' } = URL.parse(url) ?? {}
      const server = guard.allow.has(hostname, Number(port || 80)) ? `${hostname}:${port || 80}` : hostname || host
      return await guarded.whois({ server, query: 'good.test', deadlineMs: LIMITS.deadlineMs })
    },
    'rdap-referral': refer,
    visit,
    'visit-http': (url, index) => visit(redirector('good.test', url, index)),
    'visit-refresh': (url) => visit(`http://good.test/refresh?${leading(url)}`),
    'visit-meta': (url) => visit(`http://good.test/meta?${leading(url)}`),
    'visit-script': (url) => visit(`http://good.test/script?${leading(url)}`),
    'linked-script': async (url) => {
      const { scripts } = await linked(`<script src="${escaped(url)}"></script>`)
      if (scripts[0]?.read !== true) throw new EgressError('blocked', scripts[0]?.why ?? 'It is no address.')
      return 'good'
    },
    icon: async (url) => {
      const { favicon } = await linked(`<link rel="icon" href="${escaped(url)}">`)
      if (favicon === null || favicon.url === 'data:') throw new EgressError('blocked', 'No icon came.')
      return 'good'
    },
  }
}

function leading(url: string): URLSearchParams {
  return new URLSearchParams({ url: URL.parse(url)?.href ?? url })
}

function siteOf(url: string): SiteAddress {
  try {
    return parseSite(url)
  } catch (error) {
    if (error instanceof RangeError) throw new EgressError('blocked', error.message)
    throw error
  }
}
