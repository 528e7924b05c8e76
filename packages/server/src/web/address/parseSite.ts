import { domainToUnicode } from 'node:url'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { parse as parseDomain } from 'tldts'
import { isSharedName, siteBelow } from '../../intel/sharedHosts.ts'
import { cleanText } from '../../lib/cleanText.ts'

/** UAX 31, table 5: scripts in everyday use, without the two that look most like Latin. */
const WITH_LATIN = words(
  'Arabic Armenian Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada',
  'Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan',
)

const OTHERS = words(
  'Cyrillic Greek Cherokee Coptic Glagolitic Gothic Runic Ogham Old_Italic Lisu Tifinagh Nko Syriac Mongolian Javanese Balinese',
  'Canadian_Aboriginal Yi Vai Deseret Osage Adlam Bamum Batak Buginese Cham Lepcha Limbu Meetei_Mayek New_Tai_Lue Ol_Chiki',
  'Samaritan Saurashtra Sundanese Syloti_Nagri Tai_Le Tai_Tham Tai_Viet Mandaic Rejang Kayah_Li Phags_Pa Tagalog Hanunoo',
)

const SCRIPTS = ['Latin', ...WITH_LATIN, ...OTHERS]

/** Written together, with Latin or without: Japanese, Korean, Chinese with phonetic letters. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
]

const ALLOWED = [
  ...SCRIPTS.map((script) => [script]),
  ...WITH_LATIN.map((script) => ['Latin', script]),
  ...TOGETHER,
].map(
  (scripts) =>
    new RegExp(`^[\\p{scx=Common}\\p{scx=Inherited}${scripts.map((name) => `\\p{scx=${name}}`).join('')}]*$`, 'u'),
)

const BY_SCRIPT = SCRIPTS.map((script) => ({ script, pattern: new RegExp(`\\p{scx=${script}}`, 'u') }))

const NEUTRAL = /[\p{sc=Common}\p{sc=Inherited}]/u

const MAX_CARRIED = 8

const MAX_PARAMETERS = 64

/** With at least one slash: `http:` alone is a word that searches contain. */
const ABSOLUTE = /^\s*https?:[/\\]/i

const ENCODED = /^\s*https?(?:%25)*%3a/i

/** Base64 of `http`, whatever follows; also where `http` is in capitals. */
const BASE64 = /^(?:aHR0c|SFRUU|SFRUc)[\w+/-]{5,}={0,2}$/i

/** What a redirect may name at most; callers of the API are held to 2,048. */
const MAX_LENGTH = 8_192
const MAX_USERINFO = 128
const DOTTED_QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/
const TRAILING_DOTS = /\.+$/
/** As the WHATWG parser finds it: leading blanks, any slashes, everything before the last `@` is credentials. */
const AUTHORITY = /^[\0-\x20]*https?:[/\\]*([^/\\?#]*)/i
const WITH_PRIVATE = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false }
const NO_DOMAIN = { domain: null, publicSuffix: null, isPrivate: null }
const FRONT = /^(?:www|m|mobile)\./

/**
 * Reads the address of a site: WHATWG URL, hosts by UTS 46, public suffixes with their private part. Equal URLs give equal
 * answers however they are spelled, except for `oddIp` and `userinfo`, which say how they were spelled.
 * @throws RangeError for what is no http(s) URL, and for more than 8,192 characters.
 */
export function parseSite(text: string): SiteAddress {
  const url = text.length > MAX_LENGTH ? null : URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new RangeError('this is no http or https URL')
  const { username } = url
  const hasUserinfo = username !== '' || url.password !== ''
  // Setting is slow, and most URLs have neither.
  if (hasUserinfo) {
    url.username = ''
    url.password = ''
  }
  if (url.href.includes('#')) url.hash = ''
  if (url.hostname.endsWith('.')) withoutTrailingDots(url)
  const { hostname } = url
  const ip = hostname.startsWith('[') ? 6 : DOTTED_QUAD.test(hostname) ? 4 : null
  const host = ip === 6 ? hostname.slice(1, -1) : hostname
  const unicodeHost = ip === null && host.includes('xn--') ? domainToUnicode(host) || host : host
  const { domain, publicSuffix, isPrivate } = ip === null ? parseDomain(host, WITH_PRIVATE) : NO_DOMAIN
  const site = siteBelow(host, domain)
  const query = url.search.slice(1)
  return {
    href: url.href,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    host,
    unicodeHost,
    port: url.port === '' ? null : Number(url.port),
    path: url.pathname,
    query,
    registrable: domain,
    publicSuffix,
    site,
    platform: ip === null ? platformOf(host, site, isPrivate === true ? publicSuffix : null) : null,
    ip,
    oddIp: ip === null ? null : oddSpelling(text, hostname),
    userinfo: hasUserinfo ? cleanText(unescaped(username), MAX_USERINFO) : null,
    mixedScripts: unicodeHost === host ? [] : mixedScripts(unicodeHost),
    carried: embeddedUrls(query),
  }
}

/** `a.com.` is `a.com` asked for without search domains (RFC 1034). The URL standard keeps the dot. */
function withoutTrailingDots(url: URL): void {
  const plain = url.hostname.replace(TRAILING_DOTS, '')
  if (plain !== '') url.hostname = plain
  // `a.09..`: what is left would be an IPv4 address, and is none.
  if (url.hostname !== plain && !DOTTED_QUAD.test(url.hostname)) throw new RangeError('this URL has no host')
}

/** `co.uk` is shared too, but is no hosting service. */
function platformOf(host: string, site: string | null, privateSuffix: string | null): string | null {
  const above = site === null ? host.replace(FRONT, '') : site.slice(site.indexOf('.') + 1)
  return above === privateSuffix || isSharedName(above) ? above : null
}

function oddSpelling(text: string, hostname: string): string | null {
  const authority = AUTHORITY.exec(text.replace(/[\t\n\r]/g, ''))?.[1] ?? ''
  const spelled = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return spelled.toLowerCase() === hostname ? null : cleanText(spelled, MAX_USERINFO)
}

function unescaped(username: string): string {
  try {
    return decodeURIComponent(username)
  } catch {
    return username
  }
}

/**
 * Absolute http(s) URLs in a query, as names or values of its parameters; also where they were percent-encoded once more or
 * written in base64. Canonical, without credentials and fragment, each once, at most eight.
 * @param query without the question mark.
 */
export function embeddedUrls(query: string): string[] {
  if (query === '') return []
  const found = new Set<string>()
  let seen = 0
  for (const parameter of new URLSearchParams(query)) {
    if (++seen > MAX_PARAMETERS) break
    for (const text of parameter) {
      const url = URL.parse(revealed(text))
      if (url === null || !/^https?:$/.test(url.protocol)) continue
      url.username = ''
      url.password = ''
      url.hash = ''
      found.add(url.href)
      if (found.size === MAX_CARRIED) return [...found]
    }
  }
  return [...found]
}

/** The URL that a parameter carries; empty for none. */
function revealed(text: string): string {
  if (ABSOLUTE.test(text)) return text
  if (ENCODED.test(text)) {
    const decoded = decodedOnce(text)
    return ABSOLUTE.test(decoded) ? decoded : ''
  }
  if (!BASE64.test(text)) return ''
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return ABSOLUTE.test(decoded) ? decoded : ''
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A broken escape somewhere behind: what leads anywhere stands in front.
    return text.replace(/%3a/gi, ':').replace(/%2f/gi, '/')
  }
}

/**
 * Labels that mix scripts as no honest name does: UTS 39 ("Moderately Restrictive") allows one script, Latin with one
 * other that is in everyday use except Cyrillic and Greek, and what Chinese, Japanese and Korean write together.
 * @param unicodeHost as `domainToUnicode` makes it.
 * @returns by label the names of its scripts (UAX 24), in the order in which they occur; empty when no label mixes.
 */
export function mixedScripts(unicodeHost: string): { label: string; scripts: string[] }[] {
  return unicodeHost
    .split('.')
    .filter((label) => !ALLOWED.some((pattern) => pattern.test(label)))
    .map((label) => ({ label, scripts: scriptsOf(label) }))
}

function scriptsOf(label: string): string[] {
  const found = new Set<string>()
  for (const character of label)
    if (!NEUTRAL.test(character))
      found.add(BY_SCRIPT.find(({ pattern }) => pattern.test(character))?.script ?? 'another script')
  return [...found]
}

function words(...lines: string[]): string[] {
  return lines.join(' ').split(' ')
}
