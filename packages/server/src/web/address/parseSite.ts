import { domainToUnicode } from 'node:url'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { parse as parseDomain } from 'tldts'
import { isSharedName } from '../../intel/sharedHosts.ts'
import { siteBelow } from '../../intel/siteOf.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { carriedUrls } from './carriedUrls.ts'
import { mixedScripts } from './mixedScripts.ts'

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
    carried: carriedUrls(query),
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
