import { EgressError } from '@redoubt/egress/egressError.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Visit, VisitHop } from '@redoubt/risk/facts/visit.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { contentOf, decodeHtml, xmlAsHtml } from './contentOf.ts'
import { parseRefresh, previewPage, scriptRedirect } from './previewPage.ts'
import { type Agent, requestHeaders, type Visited, type VisitFetch, type VisitResponse } from './requestHeaders.ts'

const MAX_COOKIES = 50

const MAX_COOKIE_JAR_CHARACTERS = 4_096

const PAIR = /^\s*([\w!#$%&'*+.^`|~-]{1,256})\s*=\s*("?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?)\s*(?:;|$)/

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** A page that shows something for longer than this is read, whatever it shows afterwards. */
const AT_ONCE_SECONDS = 5

/** Code that writes into the page may write the refresh away, and one that stops it stays where it is. */
const STAYS = /\bwrite(?:ln)?\b|\bstop\b/

/** Header by which a service says that it shows its own check: name, value, service. */
const HEADERS: readonly [string, RegExp, string][] = [
  ['cf-mitigated', /^challenge/i, 'Cloudflare'],
  ['x-amzn-waf-action', /^(?:challenge|captcha)/i, 'AWS WAF'],
  ['x-vercel-mitigated', /^(?:challenge|deny)/i, 'Vercel'],
  ['sg-captcha', /^challenge/i, 'SiteGround'],
]

/** Code that only the check itself has. What the same services add to ordinary pages is not here. */
const CODE: readonly [RegExp, string][] = [
  [/\bwindow\._cf_chl_opt\s{0,5}=/, 'Cloudflare'],
  [/\bwindow\.gokuProps\s{0,5}=/, 'AWS WAF'],
  [/<iframe\b[^<>]{0,300}\bsrc="\/_Incapsula_Resource\?/i, 'Imperva'],
  [/\bsucuri_cloudproxy_js\b/, 'Sucuri'],
  [/\bid="sec-if-cpt-container"/, 'Akamai'],
]

/** A check is a small page. */
const MAX_CHARACTERS = 100_000

// Services whose only purpose is a shorter link, which hides where it leads.
const SHORTENERS = new Set(
  `
  bit.ly bitly.com j.mp tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly cutt.ly cutt.us rebrand.ly rb.gy shorturl.at
  shorturl.asia t.ly tiny.cc tiny.one tinu.be s.id lnkd.in adf.ly bl.ink short.io short.gy shorte.st soo.gd clck.ru
  clicky.me qr.ae qrco.de qr.link u.to x.co yourls.org zpr.io urlz.fr urlr.me urly.it vk.cc vu.fr dub.sh dub.co
  smarturl.it snip.ly snipurl.com po.st mcaf.ee linktr.ee lnk.bio hyperurl.co hoo.gs gg.gg git.io fb.me amzn.to
  youtu.be spoti.fi kutt.it da.gd 0rz.tw n9.cl rotf.lol oe.cd shrtco.de 9qr.de ibit.ly bom.so ouo.io exe.io tr.im
  `
    .trim()
    .split(/\s+/),
)

export type VisitorOptions = {
  fetch: VisitFetch
  /** @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  /** Milliseconds of any clock. */
  now?: () => number
  /** Hosts that shorten links, besides the well-known ones. */
  shorteners?: readonly string[]
  /** Default: a desktop browser. */
  agent?: Agent
  /** `Accept-Language` of a person at a desk. Default: English. */
  languages?: string
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
          headers: { ...requestHeaders(agent, options.languages), ...(cookie !== undefined && { cookie }) },
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
      hops.push({ from: at.href, to, how, status: answer.status, shortener: shortenerOf(at.host, options.shorteners) })
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

/** The shortening service that a host is, or null. @param host lower-case ASCII. */
export function shortenerOf(host: string, others: readonly string[] = []): string | null {
  const plain = host.replace(/^www\./, '')
  return SHORTENERS.has(plain) || others.includes(plain) ? plain : null
}

/**
 * The service whose robot check was shown instead of the page of the site, or null.
 * @param headers names in lower case.
 */
export function challengeOf(headers: Record<string, string>, html: string | null): string | null {
  const said = HEADERS.find(([name, value]) => value.test(headers[name] ?? ''))
  if (said !== undefined) return said[2]
  if (html === null || html.length > MAX_CHARACTERS) return null
  return CODE.find(([code]) => code.test(html))?.[1] ?? null
}

/** Where an answer leads on. `cookies`: what a script sets before it goes. */
type Step = { how: VisitHop['how']; href: string; cookies: string[] }

/**
 * The next step of a visit, or null when this answer is what a person would look at. A page with text or fields of its own is
 * never left for where a script or a slow refresh points: a page that harms could send readers of code to an honest one.
 */
export async function nextStep(
  { status, headers, url }: VisitResponse,
  html: string | null,
  signal: AbortSignal,
): Promise<Step | null> {
  const step = (how: Step['how'], href: string | null, base: string = url, cookies: string[] = []): Step | null => {
    const next = href === null ? null : URL.parse(href.trim(), URL.parse(base, url)?.href ?? url)
    return next !== null && /^https?:$/.test(next.protocol) ? { how, href: next.href, cookies } : null
  }
  if (REDIRECTS.has(status) && headers.location !== undefined) return step('http', headers.location)
  const glance = html === null ? null : await previewPage(html, signal)
  const waits = (seconds: number) => seconds > (glance?.substantial ? 0 : AT_ONCE_SECONDS)
  const sent = headers.refresh === undefined ? null : parseRefresh(headers.refresh)
  if (sent && !waits(sent.seconds)) return step('refresh-header', sent.href)
  if (glance === null) return null
  const base = glance.base ?? url
  if (glance.refresh && !glance.scripts.some((code) => STAYS.test(code)) && !waits(glance.refresh.seconds))
    return step('meta', glance.refresh.href, base)
  const script = glance.substantial ? null : scriptRedirect(glance.scripts)
  return script && step('script', script.href ?? url, base, script.cookies)
}

/** Cookies of one visit (RFC 6265, what a redirect needs of it): by host, or by the domain that the host named. */
type CookieJar = {
  /** @param lines `Set-Cookie` fields, one each. */
  keep(url: URL, lines: readonly string[]): void
  /** The `Cookie` field; undefined for none. */
  header(url: URL): string | undefined
  /** Grows when a cookie is set to another value. */
  changes(): number
}

export function createCookieJar(): CookieJar {
  const kept = new Map<string, { domain: string; exact: boolean; name: string; value: string }>()
  let changes = 0
  return {
    keep(url, lines) {
      for (const line of lines) {
        const [, name, value] = line.length <= MAX_COOKIE_JAR_CHARACTERS ? (PAIR.exec(line) ?? []) : []
        if (name === undefined || value === undefined) continue
        const named = /;\s*domain\s*=\s*\.?([^;\s]+)/i.exec(line)?.[1]?.toLowerCase()
        const exact = named === undefined || !covers(named, url.hostname)
        const domain = exact ? url.hostname : named
        const key = `${domain} ${name}`
        if (kept.get(key)?.value === value || (!kept.has(key) && kept.size >= MAX_COOKIES)) continue
        kept.set(key, { domain, exact, name, value })
        changes++
      }
    },
    header(url) {
      const sent = [...kept.values()].filter(({ domain, exact }) =>
        exact ? domain === url.hostname : covers(domain, url.hostname),
      )
      const text = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
      return text === '' ? undefined : text.slice(0, MAX_COOKIE_JAR_CHARACTERS)
    },
    changes: () => changes,
  }
}

/** A cookie of `.com` would go to every site; one label is refused, and a longer suffix leaks within this visit only. */
function covers(domain: string, host: string): boolean {
  return domain.includes('.') && (host === domain || host.endsWith(`.${domain}`))
}
