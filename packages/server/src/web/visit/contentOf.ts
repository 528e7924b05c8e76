import { cleanText } from '../../lib/cleanText.ts'

/** What an answer's head says of its body. */
export type Content = {
  /** Lower case, without parameters. */
  type: string | null
  /** A page: browsers draw HTML that stands in any XML too. */
  isHtml: boolean
  isXml: boolean
  /** Content-Type as it counts: the type, and its charset if one is said. Null: it says nothing. */
  field: string | null
  /** File name, where a browser would save instead of showing. */
  download: string | null
}

/** Types that a browser shows itself; it saves what it cannot show. */
const SHOWN =
  /^(?:text\/|image\/|audio\/|video\/|font\/|application\/(?:json|pdf|xml|xhtml\+xml|javascript|[\w.-]+\+(?:xml|json)))/
const XML = /[/+]xml$|^text\/xsl$/
/** Types that say nothing (MIME Sniffing, 7): the body decides. */
const SAY_NOTHING = new Set(['unknown/unknown', 'application/unknown', '*/*'])
/** Of the field, whose lists have commas; a comma in a quoted string is none. */
const MEMBERS = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g
const PARAMETERS = /;\s*([\w-]{1,40})\s*=\s*(?:"([^"]*)"|([^;]*))/g
const MAX_FIELD_LENGTH = 2_000
const TYPE = /^\s*([\w!#$&^.+*-]{1,100}\/[\w!#$&^.+*-]{1,100})\s*(?:;|$)/
/** More than browsers take for HTML or XML: what is read too much of harms nothing. */
const STARTS_WITH_TAG = /^(?:\ufeff|\xef\xbb\xbf)?\s*<[a-z!?]/i
const BEGINNING = 4_096

/** Reads Content-Type and Content-Disposition (RFC 6266, RFC 8187); without a type the body's beginning decides. */
export function contentOf(headers: Record<string, string>, url: URL, body: Uint8Array): Content {
  const said = saidType(headers['content-type'] ?? '')
  const beginning = new TextDecoder('latin1').decode(body.subarray(0, BEGINNING))
  const isSniffed = said === null && STARTS_WITH_TAG.test(beginning)
  const type = said?.type ?? (isSniffed ? 'text/html' : null)
  const isXml = type !== null && XML.test(type)
  const field = said && (said.charset === null ? said.type : `${said.type}; charset=${said.charset}`)
  const disposition = headers['content-disposition'] ?? ''
  const saved = /^\s*attachment\b/i.test(disposition) || (type !== null && body.length > 0 && !SHOWN.test(type))
  if (!saved) return { type, isHtml: isXml || type === 'text/html', isXml, field, download: null }
  const name = fileName(disposition) ?? lastSegment(url)
  return { type, isHtml: false, isXml, field, download: cleanText(name, 128) || 'download' }
}

type Said = { type: string; charset: string | null }

/**
 * Of a field that was sent twice the last type that can be read, as browsers do (Fetch, extract a MIME type): a charset lasts while the
 * type stays the same. Null: it says nothing.
 */
function saidType(field: string): Said | null {
  let said = null as Said | null
  for (const member of field.slice(0, MAX_FIELD_LENGTH).match(MEMBERS) ?? []) {
    const type = TYPE.exec(member)?.[1]?.toLowerCase()
    if (type === undefined || SAY_NOTHING.has(type)) continue
    const charset = charsetOf(member) ?? (said?.type === type ? said.charset : null)
    said = { type, charset }
  }
  return said
}

/** Of several the first; what stands in the quotes of another parameter is none. */
function charsetOf(member: string): string | null {
  for (const [, name = '', quoted, plain = ''] of member.matchAll(PARAMETERS))
    if (name.toLowerCase() === 'charset') return (quoted ?? plain).trim()
  return null
}

function fileName(disposition: string): string | null {
  const extended = /filename\*\s*=\s*[\w-]{1,20}'[\w-]{0,20}'([^;\s]{1,500})/i.exec(disposition)?.[1]
  if (extended !== undefined) return unescaped(extended)
  const [, quoted, plain] = /filename\s*=\s*(?:"([^"]{1,500})"|([^;\s]{1,500}))/i.exec(disposition) ?? []
  return quoted ?? plain ?? null
}

function lastSegment(url: URL): string {
  return unescaped(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
}

/** Broken percent-encoding stays as it is. */
function unescaped(text: string): string {
  return /%(?![\da-f]{2})/i.test(text) ? text : new TextDecoder().decode(percentDecoded(text))
}

function percentDecoded(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const decoded: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte !== 0x25) decoded.push(byte)
    else {
      decoded.push(Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 48, bytes[at + 2] ?? 48), 16))
      at += 2
    }
  }
  return Uint8Array.from(decoded)
}

const MAX_SNIFFED = 1_024

const META_CHARSET = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w:.-]{1,40})/i

/**
 * Text of an HTML body: byte order mark, then the header's charset, then a `meta` at the beginning, then UTF-8 (HTML, 13.2.3).
 * Every label of the Encoding standard is known; bytes that are none of it become U+FFFD.
 */
export function decodeHtml(body: Uint8Array, contentType: string | null): string {
  const label =
    byteOrderMark(body) ??
    known(/charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType ?? '')?.[1]) ??
    declared(body) ??
    'utf-8'
  return new TextDecoder(label).decode(body)
}

function byteOrderMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

function declared(body: Uint8Array): string | null {
  const beginning = new TextDecoder('latin1').decode(body.subarray(0, MAX_SNIFFED))
  const label = known(META_CHARSET.exec(beginning)?.[1])
  // A meta that can be read as ASCII is not in UTF-16, whatever it says (HTML, 13.2.3.2).
  return label?.startsWith('utf-16') ? 'utf-8' : label
}

function known(label: string | undefined): string | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Elements whose content HTML does not read as elements: closed at once in XML, they would hide the rest of a page. No step passes a `<`. */
const CLOSED_AT_ONCE =
  /<(title|textarea|style|script|iframe|noscript|noembed|noframes|xmp|plaintext|select|template)\b((?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*'){0,10000}?)\/>/gi

const PREFIX = /<(\/?)[\w.-]{1,50}:(?=[a-z])/gi

const CDATA = /<!\[CDATA\[|\]\]>/g

/** XML as text that an HTML reader understands as browsers understand the XML: without prefixes, and with every element closed. */
export function xmlAsHtml(xml: string): string {
  return xml.replace(CDATA, '').replace(PREFIX, '<$1').replace(CLOSED_AT_ONCE, '<$1$2></$1>')
}

const JAVASCRIPT = /^\s*(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma|j)script)\s*(?:;.*)?$/i

/** Whether a `script` with these attributes holds code: JSON, templates and import maps do not. */
export function isCode({ type = '' }: Record<string, string>): boolean {
  return JAVASCRIPT.test(type.slice(0, 100))
}
