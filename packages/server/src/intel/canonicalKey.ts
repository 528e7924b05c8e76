import type { EntryKey } from './ports.ts'

/** Longer text is no entry: browsers and servers stop at about this length too. */
const MAX_LENGTH = 2048
/** CAIP-10 (`eip155:1:0x…`), EIP-681 (`ethereum:0x…`) and EIP-3770 (`eth:0x…`) put a network before the address. */
const ADDRESS = /^(?:[a-z0-9-]{1,32}:){0,2}(0x[0-9a-f]{40})$/i
const SHA256 = /^[0-9a-f]{64}$/i
const HTTP = /^https?:/i
const DOTTED_QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/
const BARE_IPV6 = /^(?=.*:.*:)[0-9a-f:.]+$/i
const WILDCARDS = /^(?:\*?\.)+/
const DNS_NAME = /^(?=.{4,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/
/** Nine of ten lines: nothing to decode, and no label or ending that the URL standard reads as something else. */
const PLAIN_NAME = /^(?=.{4,253}$)(?:(?!xn--)[a-z0-9_-]{1,63}\.)+(?!xn--)[a-z][a-z0-9-]{0,62}$/
const UNPRINTABLE = /[\p{Cc}\p{Z}]/u

/**
 * What a line of a list, or something a caller asks about, means: equal things written differently give equal keys, and
 * the value of a key gives that key again. Null for what is no address, host, URL or hash, and for what could mean
 * something wider than was written: e-mail addresses, bare numbers, words, schemes other than http and https.
 * @param text at most 2,048 characters are looked at; longer text is null.
 */
export function canonicalKey(text: string): EntryKey | null {
  if (text.length > MAX_LENGTH) return null
  const written = armed(text.trim())
  if (PLAIN_NAME.test(written)) return { kind: 'host', value: written }
  const address = ADDRESS.exec(written)?.[1]
  if (address !== undefined) return { kind: 'address', value: address.toLowerCase() }
  if (SHA256.test(written)) return { kind: 'hash', value: written.toLowerCase() }
  if (written === '' || UNPRINTABLE.test(written)) return null
  return webKey(written)
}

/** Reports of abuse write `hxxps://evil[.]example`, so that the link is not followed by mistake. */
function armed(written: string): string {
  if (!/^hxxp|[[(](?:\.|dot)[\])]/i.test(written)) return written
  return written
    .replace(/^hxxp/i, 'http')
    .replace(/[[(](?:\.|dot)[\])]/gi, '.')
    .replace(/\[:\]|\[:\/\/\]/g, ':')
}

function webKey(written: string): EntryKey | null {
  const url = parse(written)
  if (url === null) return null
  const name = url.hostname.replace(WILDCARDS, '').replace(/\.$/, '')
  const literal = name.startsWith('[') || DOTTED_QUAD.test(name)
  if (!literal && !DNS_NAME.test(name)) return null
  // The URL standard reads `12345` and `0x7f.1` as IPv4 addresses; without a scheme they are numbers.
  if (DOTTED_QUAD.test(name) && !HTTP.test(written) && !written.includes(name)) return null
  const path = canonicalPath(url.pathname)
  if (path === '') return { kind: 'host', value: name }
  const value = name + path
  return value.length > MAX_LENGTH ? null : { kind: 'url', value }
}

function parse(written: string): URL | null {
  if (HTTP.test(written)) return URL.parse(written)
  if (BARE_IPV6.test(written)) return URL.parse(`https://[${written}]`)
  const authority = /^[^/\\?#]*/.exec(written.replace(/^\/\//, ''))?.[0] ?? ''
  // `thief@gmail.com` must not list gmail.com.
  if (authority.includes('@')) return null
  return URL.parse(`https://${written.replace(/^\/\//, '')}`)
}

/** RFC 3986, 6.2.2: escapes of unreserved characters are decoded, others in upper case; empty segments are dropped. */
function canonicalPath(pathname: string): string {
  const unescaped = pathname.replace(/%([0-9a-f]{2})?/gi, (_, hex: string | undefined) => {
    // A lone percent sign is itself; left alone, decoding what follows could make an escape of it.
    if (hex === undefined) return '%25'
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : `%${hex.toUpperCase()}`
  })
  return unescaped.replace(/\/{2,}/g, '/').replace(/\/$/, '')
}
