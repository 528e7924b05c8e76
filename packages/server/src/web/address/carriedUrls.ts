const MAX_CARRIED = 8
const MAX_PARAMETERS = 64
/** With at least one slash: `http:` alone is a word that searches contain. */
const ABSOLUTE = /^\s*https?:[/\\]/i
const ENCODED = /^\s*https?(?:%25)*%3a/i
/** Base64 of `http`, whatever follows; also where `http` is in capitals. */
const BASE64 = /^(?:aHR0c|SFRUU|SFRUc)[\w+/-]{5,}={0,2}$/i

/**
 * Absolute http(s) URLs in a query, as names or values of its parameters; also where they were percent-encoded once more or
 * written in base64. Canonical, without credentials and fragment, each once, at most eight.
 * @param query without the question mark.
 */
export function carriedUrls(query: string): string[] {
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
