/** Entity that a path names: an account or contract, a site, a transaction, or an ENS name that stands for an account. */
export type Entity =
  | { type: 'address'; address: string }
  | { type: 'url'; url: string }
  | { type: 'transaction'; hash: string }
  | { type: 'ens'; name: string }
/** Kind of entity by the caller's word. An ENS name is an address. */
export const ENTITY_HINTS = ['address', 'url', 'transaction'] as const
export type EntityHint = (typeof ENTITY_HINTS)[number]

/** Longest URL that is scanned, in characters. */
const LONGEST_URL = 2_048
/** DNS limits a name to 253 characters (RFC 1035); ENS names keep to it here. */
const LONGEST_NAME = 253
/** Proxies fold the two slashes of a URL in a path into one. */
const SCHEME = /^(https?):\/{1,2}(?=[^/])/i
const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/
const HASH = /^0[xX][0-9a-fA-F]{64}$/
const ENS = /^[^\s/?#:@]+\.eth$/i
/** A host without scheme, with a path if need be: `app.example.org/swap`. */
const BARE_HOST = /^[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)+(?::\d{1,5})?(?:[/?#]|$)/

/**
 * Reads an entity from a path, already percent-decoded. A host without a scheme is read as https.
 * @returns the entity, or one sentence that names the remedy.
 * @example parseEntity('https:/example.org/x') // { type: 'url', url: 'https://example.org/x' }
 */
export function parseEntity(text: string, hint: EntityHint | null = null): Entity | string {
  const entity = detect(text, hint)
  if (typeof entity === 'string') return entity
  const is = entity.type === 'ens' ? 'address' : entity.type
  if (hint !== null && hint !== is)
    return `this is ${NAMES[entity.type]}, not ${ASKED[hint]}; leave "type" out or correct it`
  return entity
}

function detect(text: string, hint: EntityHint | null): Entity | string {
  if (ADDRESS.test(text)) return { type: 'address', address: text }
  if (HASH.test(text)) return { type: 'transaction', hash: text.toLowerCase() }
  const scheme = SCHEME.exec(text)
  if (scheme !== null) return readUrl(`${scheme[1]?.toLowerCase()}://${text.slice(scheme[0].length)}`)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'expected an http or https URL'
  if (hint !== 'url' && ENS.test(text) && text.length <= LONGEST_NAME) return { type: 'ens', name: text.toLowerCase() }
  if (/^0[xX]/.test(text)) return 'expected 0x followed by 40 hex digits (an address) or 64 (a transaction hash)'
  if (BARE_HOST.test(text)) return readUrl(`https://${text}`)
  return 'expected an address, an http or https URL, a transaction hash or an ENS name'
}

function readUrl(url: string): Entity | string {
  if (url.length > LONGEST_URL) return `expected a URL of at most ${LONGEST_URL} characters`
  return URL.canParse(url) ? { type: 'url', url } : 'expected an http or https URL with a valid host'
}

const NAMES = { address: 'an address', url: 'a URL', transaction: 'a transaction hash', ens: 'an ENS name' } as const
const ASKED = { address: 'an address', url: 'a URL', transaction: 'a transaction hash' } as const
