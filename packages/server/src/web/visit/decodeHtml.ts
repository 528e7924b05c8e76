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
