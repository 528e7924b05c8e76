import type { Browsing, WalletRequest } from '../facts/browsing.ts'
import type { DnsFact, Registration, TlsFact } from '../facts/domain.ts'
import type { Facts } from '../facts/facts.ts'
import type { Page, PageForm, WalletCall } from '../facts/page.ts'
import type { BrandLikeness, LexicalScore, SiteAddress, SiteTrust } from '../facts/site.ts'
import type { Cloaking, Visit, VisitHop } from '../facts/visit.ts'

// Building blocks of tests about web sites: an honest small shop of six years. Each builder takes what a case changes.

const DAY = 86_400_000
/** When the sample was scanned, Unix milliseconds. */
export const SCANNED_AT = Date.UTC(2026, 10, 1)
const HOST = 'teashop.example'

/** Reads the address as a test writes it: its domain is the last two labels, whatever the suffix. */
export function site(url = `https://${HOST}/`, more: Partial<SiteAddress> = {}): SiteAddress {
  const { href, protocol, hostname, port, pathname, search } = new URL(url)
  const registrable = hostname.split('.').slice(-2).join('.')
  return {
    href,
    scheme: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    unicodeHost: hostname,
    port: port === '' ? null : Number(port),
    path: pathname,
    query: search.slice(1),
    registrable,
    publicSuffix: registrable.split('.').at(-1) ?? null,
    site: registrable,
    platform: null,
    ip: null,
    oddIp: null,
    userinfo: null,
    mixedScripts: [],
    carried: [],
    ...more,
  }
}

/** On no list, no official site, not popular. */
export function trust(more: Partial<SiteTrust> = {}): SiteTrust {
  return { listed: [], official: null, allowed: null, popular: null, ...more }
}

/** `trust` of a site on a list. */
export function listed(host: string, label = 'phishing'): SiteTrust {
  return trust({
    listed: [{ label, name: null, source: 'Phishing sites', listedSince: '2026-10-01', matched: host }],
  })
}

export function lexical(more: Partial<LexicalScore> = {}): LexicalScore {
  return {
    score: 0.03,
    level: 'none',
    top: [],
    model: { trained: '2026-01-01', caution: 0.01, avoid: 0.001 },
    ...more,
  }
}

/** A name that looks like Foxwallet’s. */
export function likeness(more: Partial<BrandLikeness> = {}): BrandLikeness {
  return {
    brand: 'Foxwallet',
    domain: 'foxwallet.example',
    how: 'confusable',
    matched: 'foxwallet',
    ambiguous: false,
    ...more,
  }
}

export function dns(more: Partial<DnsFact> = {}): DnsFact {
  return {
    exists: true,
    addresses: ['203.0.113.7'],
    nameServers: ['ns1.host.example'],
    hasMail: true,
    notPublic: false,
    ...more,
  }
}

/** A certificate of two months ago, good for one more. */
export function tls(more: Partial<TlsFact> = {}): TlsFact {
  return {
    status: 'valid',
    protocol: 'TLSv1.3',
    issuer: "Let's Encrypt",
    subject: HOST,
    names: [HOST, `www.${HOST}`],
    validFrom: SCANNED_AT - 60 * DAY,
    validTo: SCANNED_AT + 30 * DAY,
    httpsAvailable: true,
    ...more,
  }
}

/** Registered so many days ago: six years, unless a case says otherwise. */
export function registration({
  ageDays = 2_200,
  ...more
}: Partial<Registration> & { ageDays?: number } = {}): Registration {
  return {
    domain: HOST,
    registeredAt: SCANNED_AT - ageDays * DAY,
    expiresAt: SCANNED_AT + 200 * DAY,
    updatedAt: SCANNED_AT - Math.min(ageDays, 165) * DAY,
    registrar: 'Example Registrar',
    nameServers: ['ns1.host.example'],
    statuses: ['client transfer prohibited'],
    by: 'rdap',
    server: 'rdap.registry.example',
    ...more,
  }
}

/** One step, by HTTP unless a case says otherwise. */
export function hop(from: string, to: string, more: Partial<VisitHop> = {}): VisitHop {
  return { from, to: site(to), how: 'http', status: 302, shortener: null, ...more }
}

export function visit(more: Partial<Visit> = {}): Visit {
  return {
    reached: true,
    failure: null,
    hops: [],
    endless: false,
    final: site(),
    status: 200,
    contentType: 'text/html',
    challenge: null,
    download: null,
    ipAddress: '203.0.113.7',
    bytes: 24_000,
    truncated: false,
    upgraded: false,
    server: 'nginx',
    ...more,
  }
}

/** `visit` and what follows from it where nothing answered. */
export function unreached(code = 'timeout'): Pick<Facts, 'visit' | 'page' | 'cloaking' | 'tls'> {
  return {
    visit: visit({
      reached: false,
      failure: { code, message: 'no answer' },
      status: null,
      contentType: null,
      ipAddress: null,
      bytes: 0,
    }),
    page: null,
    cloaking: null,
    tls: tls({
      status: 'unreachable',
      protocol: null,
      issuer: null,
      subject: null,
      names: [],
      validFrom: null,
      validTo: null,
    }),
  }
}

export function form(kinds: PageForm['fields'][number]['kind'][], more: Partial<PageForm> = {}): PageForm {
  return { action: null, offSite: false, fields: kinds.map((kind) => ({ kind, label: kind })), ...more }
}

/** Marks of a kind seen in the page's own script. */
export function marks<Kind extends string>(...kinds: Kind[]): { kind: Kind; where: string; excerpt: string }[] {
  return kinds.map((kind) => ({ kind, where: 'inline', excerpt: `… ${kind} …` }))
}

/** Calls that the front-end of an honest exchange makes too. */
export const DEX_CALLS: WalletCall[] = ['connect', 'send', 'typed-data', 'approve', 'permit']

export function page(more: Partial<Page> = {}): Page {
  return {
    rendered: false,
    title: 'The Tea Shop',
    description: 'Loose leaf tea since 2020',
    language: 'en',
    text: 'Loose leaf tea from four gardens. Delivered in three days.',
    brands: [],
    forms: [form(['text'])],
    secretsAsked: [],
    lures: [],
    promises: [],
    paymentAddresses: [],
    walletCalls: [],
    obfuscation: [],
    drainerMarks: [],
    channels: [],
    clipboard: [],
    frames: [],
    scripts: [{ src: null, bytes: 900, read: true, offSite: false, why: null }],
    links: { total: 40, offSite: 3, dead: 1, javascript: 0, data: 0, downloads: [] },
    favicon: null,
    hotlinkedFrom: null,
    onlyOthers: [],
    unread: [],
    ...more,
  }
}

/** A brand that the page names without being its site. */
export function named(brand: string, ...where: Page['brands'][number]['where']): Page['brands'][number] {
  return { brand, domains: [`${brand.toLowerCase()}.example`], where, own: false }
}

export function cloaking(more: Partial<Cloaking> = {}): Cloaking {
  const seen = { status: 200, url: site().href, title: 'The Tea Shop' }
  return { differs: false, how: [], visitor: seen, robot: seen, ...more }
}

/** A browser ran the page without any event. */
export function browsing(more: Partial<Browsing> = {}): Browsing {
  return {
    finalUrl: site().href,
    requests: [],
    contacted: [HOST],
    refused: [],
    dialogs: [],
    clipboardWrites: [],
    copies: [],
    codes: [],
    marks: [],
    windows: [],
    pictures: 0,
    typed: [],
    downloads: [],
    screenshot: null,
    cutOff: null,
    ...more,
  }
}

/** A page asked a wallet to connect, which is never scanned. */
export function walletRequest(more: Partial<WalletRequest> = {}): WalletRequest {
  return {
    method: 'eth_requestAccounts',
    provider: 'eip1193',
    chain: 'ethereum',
    params: '[]',
    unprompted: false,
    scan: null,
    failure: null,
    ...more,
  }
}

/** An honest small shop: six years old, valid certificate, no wallet, no lists, no imitation. */
export function sampleUrl(): Partial<Facts> {
  return {
    site: site(),
    scannedAt: SCANNED_AT,
    trust: trust(),
    lexical: lexical(),
    likenesses: [],
    dns: dns(),
    tls: tls(),
    registration: registration(),
    finalTls: null,
    finalRegistration: null,
    visit: visit(),
    hopTrust: {},
    contactTrust: {},
    page: page(),
    cloaking: cloaking(),
    browsing: browsing(),
  }
}
