import { EgressError } from '@redoubt/egress/egressError.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Visit, VisitHop } from '@redoubt/risk/facts/visit.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { challengeOf } from './challengeOf.ts'
import { contentOf } from './contentOf.ts'
import { createCookieJar } from './cookieJar.ts'
import { decodeHtml } from './decodeHtml.ts'
import { nextStep } from './nextStep.ts'
import { type Agent, requestHeaders } from './requestHeaders.ts'
import { shortenerOf } from './shorteners.ts'
import type { Visited } from './visited.ts'
import type { VisitFetch, VisitResponse } from './visitFetch.ts'
import { xmlAsHtml } from './xmlAsHtml.ts'

export type VisitorOptions = {
  fetch: VisitFetch
  /** @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  /** Milliseconds of any clock. */
  now?: () => number
  /** Default: a desktop browser. */
  agent?: Agent
  /** Whether cookies are sent back. Default true. */
  cookies?: boolean
  /** For the whole visit, hops included, in milliseconds. Default 8,000. */
  deadlineMs?: number
}
/** Visits a site. Failing to reach it is an answer; only `signal` makes it reject. */
export type Visitor = (site: SiteAddress, signal: AbortSignal) => Promise<Visited>

const MAX_HOPS = 10
const MAX_BYTES = 2_097_152

/**
 * Follows redirects of HTTP, of `Refresh`, of the page and of obvious scripts to what a person would look at, each hop through
 * the guarded fetch. Cookies live for one visit: some sites redirect until theirs comes back.
 */
export function createVisitor(options: VisitorOptions): Visitor {
  const { fetch, parse, now = () => performance.now(), agent = 'browser', deadlineMs = 8_000 } = options
  return async (site, signal) => {
    const jar = createCookieJar()
    const hops: VisitHop[] = []
    const until = now() + deadlineMs
    let at = site
    let answer: VisitResponse | null = null
    for (;;) {
      const url = new URL(at.href)
      const cookie = options.cookies === false ? undefined : jar.header(url)
      try {
        answer = await fetch({
          url: at.href,
          headers: { ...requestHeaders(agent), ...(cookie !== undefined && { cookie }) },
          deadlineMs: Math.max(1, Math.ceil(until - now())),
          maxBytes: MAX_BYTES,
          maxRedirects: 0,
          insecureTls: true,
          keepBeginning: true,
          signal,
        })
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof EgressError)) throw error
        const failure = { code: error.failure, message: cleanText(error.message, 300) }
        return { visit: { ...unanswered(site, hops, at), failure }, html: null }
      }
      const content = contentOf(answer.headers, url, answer.body)
      const text = content.isHtml ? decodeHtml(answer.body, content.field) : null
      const html = text !== null && content.isXml ? xmlAsHtml(text) : text
      jar.keep(url, answer.setCookies)
      const before = jar.changes()
      const step = await nextStep(answer, html, signal)
      jar.keep(url, step?.cookies ?? [])
      const to = step && parsed(parse, step.href)
      // The same address again without a new cookie is a page that reloads itself, or a loop that ends at the limit.
      const goes = to !== null && (step?.how === 'http' || to.href !== at.href || jar.changes() > before)
      if (!goes || hops.length >= MAX_HOPS) {
        const visit = { ...unanswered(site, hops, at), ...answered(answer, content, html), endless: goes }
        return { visit, html }
      }
      const how = step?.how ?? 'http'
      hops.push({ from: at.href, to, how, status: answer.status, shortener: shortenerOf(at.host) })
      at = to
    }
  }
}

function unanswered(site: SiteAddress, hops: VisitHop[], final: SiteAddress): Visit {
  const bare = (host: string) => host.replace(/^www\./, '')
  return {
    reached: false,
    failure: null,
    hops,
    endless: false,
    final,
    status: null,
    contentType: null,
    challenge: null,
    download: null,
    ipAddress: null,
    bytes: 0,
    truncated: false,
    upgraded:
      site.scheme === 'http' && hops.some(({ to }) => to.scheme === 'https' && bare(to.host) === bare(site.host)),
    server: null,
  }
}

function answered(answer: VisitResponse, content: ReturnType<typeof contentOf>, html: string | null): Partial<Visit> {
  return {
    reached: true,
    status: answer.status,
    contentType: content.type,
    challenge: challengeOf(answer.headers, html),
    download: content.download,
    ipAddress: answer.address === '' ? null : answer.address,
    bytes: answer.body.length,
    truncated: answer.truncated,
    server: cleanText(answer.headers.server ?? '', 100) || null,
  }
}

function parsed(parse: VisitorOptions['parse'], href: string): SiteAddress | null {
  try {
    return parse(href)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
