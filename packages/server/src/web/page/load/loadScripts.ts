import { EgressError } from '@redoubt/egress/egressError.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { requestHeaders, type VisitFetch } from '../../visit/requestHeaders.ts'
import type { SiteRelation } from '../html/linksOf.ts'
import { dataText, type Outline } from '../html/outline.ts'

// Scripts that half the web loads and that say nothing of the page. Networks that serve strangers' files (jsDelivr, unpkg)
// only for well-known packages: a drainer kit is a package too.
const WHOLE_HOSTS = new Set(
  `
  ajax.googleapis.com code.jquery.com www.googletagmanager.com www.google-analytics.com ssl.google-analytics.com maps.googleapis.com
  www.gstatic.com apis.google.com accounts.google.com www.recaptcha.net js.hcaptcha.com hcaptcha.com challenges.cloudflare.com
  static.cloudflareinsights.com js.stripe.com www.paypal.com www.paypalobjects.com connect.facebook.net platform.twitter.com
  static.hotjar.com script.hotjar.com browser.sentry-cdn.com js.sentry-cdn.com cdn.segment.com widget.intercom.io js.intercomcdn.com
  static.zdassets.com plausible.io cdn.paddle.com js.braintreegateway.com stackpath.bootstrapcdn.com maxcdn.bootstrapcdn.com
  kit.fontawesome.com use.fontawesome.com polyfill-fastly.io snap.licdn.com bat.bing.com analytics.tiktok.com
  `
    .trim()
    .split(/\s+/),
)

const PACKAGES = new Set(
  `
  jquery bootstrap popper.js react react-dom vue angular angularjs lodash lodash.js underscore.js moment moment.js dayjs axios d3
  chart.js ethers web3 viem wagmi bignumber.js bn.js gsap three three.js swiper slick-carousel aos animate.css font-awesome
  sweetalert2 toastr crypto-js htmx.org alpinejs qrcode qrcodejs clipboard clipboard.js socket.io highlight.js prismjs mathjax
  tailwindcss core-js babel-polyfill regenerator-runtime particles.js typed.js lottie-web lottie-player owl.carousel select2
  `
    .trim()
    .split(/\s+/),
)

const PACKAGE_PATHS: Record<string, RegExp> = {
  'cdnjs.cloudflare.com': /^\/ajax\/libs\/([^/@]+)\//,
  'cdn.jsdelivr.net': /^\/npm\/((?:@[^/]+\/)?[^/@]+)(?:[@/]|$)/,
  'unpkg.com': /^\/((?:@[^/]+\/)?[^/@]+)(?:[@/]|$)/,
}

/** Scripts of a page, and the texts of those that could be read. */
export type LoadedScripts = {
  scripts: Page['scripts']
  texts: { where: string; text: string }[]
  unread: string[]
}

const MAX_SCRIPTS = 8
const MAX_NAMED = 60
const MAX_BYTES_EACH = 524_288
const MAX_BYTES = 2_097_152
const DEADLINE_MS = 4_000

/**
 * Fetches linked scripts side by side, the page's own first. Unread scripts are named, well-known libraries apart. @param
 * fetch null: none is fetched.
 */
export async function loadScripts(
  { scripts }: Outline,
  relation: SiteRelation,
  fetch: VisitFetch | null,
  referer: string,
  signal: AbortSignal,
): Promise<LoadedScripts> {
  const texts: LoadedScripts['texts'] = []
  const unread: string[] = []
  const entries: Page['scripts'] = []
  const wanted: { entry: Page['scripts'][number]; url: string }[] = []
  for (const { src, code } of scripts) {
    const data = src === null ? code : dataText(src)
    if (src === null || data !== null) {
      texts.push({ where: 'inline', text: data ?? '' })
      entries.push({ src: null, bytes: (data ?? '').length, read: true, offSite: false, why: null })
      continue
    }
    const target = relation.resolve(src)
    if (target === null) continue
    const library = libraryOf(target.url)
    const why = library === null ? null : `well-known: ${library}`
    const entry = { src: cleanText(target.url.href, 300), bytes: 0, read: false, offSite: target.offSite, why }
    if (entries.some((known) => known.src === entry.src)) continue
    entries.push(entry)
    if (library === null) wanted.push({ entry, url: target.url.href })
  }
  wanted.sort((a, b) => Number(a.entry.offSite) - Number(b.entry.offSite))
  for (const { entry } of wanted.slice(MAX_SCRIPTS)) entry.why = 'too many scripts'
  const asked = wanted.slice(0, MAX_SCRIPTS)
  const answers = await Promise.all(
    asked.map(({ url }) => (fetch === null ? { why: 'not asked for' } : load(fetch, url, referer, signal))),
  )
  let bytes = 0
  for (const [at, answer] of answers.entries()) {
    const entry = asked[at]?.entry
    if (entry === undefined) continue
    if ('why' in answer) entry.why = answer.why
    else if (bytes + answer.text.length > MAX_BYTES) entry.why = 'too much code in all'
    else {
      bytes += answer.text.length
      Object.assign(entry, { read: true, bytes: answer.text.length })
      texts.push({ where: entry.src ?? 'inline', text: answer.text })
      if (answer.truncated) unread.push(`the end of script ${entry.src}`)
    }
  }
  for (const { entry } of wanted) if (!entry.read) unread.push(`script ${entry.src}: ${entry.why}`)
  return { scripts: entries.slice(0, MAX_NAMED), texts, unread }
}

type Loaded = { text: string; truncated: boolean } | { why: string }

async function load(fetch: VisitFetch, url: string, referer: string, signal: AbortSignal): Promise<Loaded> {
  const { 'user-agent': agent = '' } = requestHeaders('browser')
  const sent = refererFor(new URL(url), new URL(referer))
  const headers = { 'user-agent': agent, accept: '*/*', ...(sent !== null && { referer: sent }) }
  const limits = {
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_BYTES_EACH,
    maxRedirects: 3,
    insecureTls: true,
    keepBeginning: true,
  }
  try {
    const { status, body, truncated } = await fetch({ url, headers, ...limits, signal })
    return status >= 200 && status < 300 ? { text: body.toString('utf8'), truncated } : { why: `answered ${status}` }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EgressError) return { why: error.failure }
    throw error
  }
}

/** The well-known library or service that a script is; null for what has to be read. */
export function libraryOf({ hostname, pathname }: URL): string | null {
  if (WHOLE_HOSTS.has(hostname)) return hostname
  const name = PACKAGE_PATHS[hostname]?.exec(pathname)?.[1]?.toLowerCase()
  return name !== undefined && PACKAGES.has(name) ? name : null
}

/**
 * The `Referer` that a browser sends with a request of a page (Referrer Policy, `strict-origin-when-cross-origin`): all of the address
 * to its own origin, the origin alone to others, nothing from https to http. An address may hold a token.
 */
export function refererFor(to: URL, page: URL): string | null {
  if (page.protocol === 'https:' && to.protocol !== 'https:') return null
  if (to.origin !== page.origin) return `${page.origin}/`
  return `${page.origin}${page.pathname}${page.search}`
}
