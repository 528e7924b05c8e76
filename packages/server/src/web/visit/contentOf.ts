import { cleanText } from '../../evm/decode/cleanText.ts'

/** What an answer's head says of its body. */
export type Content = {
  /** Lower case, without parameters. */
  type: string | null
  isHtml: boolean
  /** File name, where a browser would save instead of showing. */
  download: string | null
}

/** Types that a browser shows itself; it saves what it cannot show. */
const SHOWN =
  /^(?:text\/|image\/|audio\/|video\/|font\/|application\/(?:json|pdf|xml|xhtml\+xml|javascript|[\w.-]+\+(?:xml|json)))/
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml'])
const LOOKS_LIKE_HTML =
  /^(?:\ufeff|\xef\xbb\xbf)?\s{0,200}(?:<!--[\s\S]{0,500}?-->\s{0,50})?<(?:!doctype html|html|head|body|script|iframe|h1|div|title|meta|style|table|a|p|br|b)\b/i

/** Reads Content-Type and Content-Disposition (RFC 6266, RFC 8187); without a type the body's beginning decides. */
export function contentOf(headers: Record<string, string>, url: URL, body: Uint8Array): Content {
  const given =
    /^\s*([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})/.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? null
  const beginning = new TextDecoder('latin1').decode(body.subarray(0, 1_024))
  const type = given ?? (LOOKS_LIKE_HTML.test(beginning) ? 'text/html' : null)
  const disposition = headers['content-disposition'] ?? ''
  const saved = /^\s*attachment\b/i.test(disposition) || (type !== null && body.length > 0 && !SHOWN.test(type))
  if (!saved) return { type, isHtml: type !== null && HTML_TYPES.has(type), download: null }
  const name = fileName(disposition) ?? lastSegment(url)
  return { type, isHtml: false, download: cleanText(name, 128) || 'download' }
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
