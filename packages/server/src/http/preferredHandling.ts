/** Text up to the next comma or semicolon that stands outside of a quoted string (RFC 7240, section 2). */
const PREFERENCES = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g
const MAX_LENGTH = 1_000
const PARAMETERS = /(?:[^;"]|"(?:[^"\\]|\\.)*(?:"|$))+/g

/**
 * The `handling` that a `Prefer` header asks for, in lower case; null when it asks for none. Of several the first counts; a header
 * of more than 1,000 characters asks for nothing.
 * @example preferredHandling('respond-async, Handling="lenient"; reason=x') // 'lenient'
 */
export function preferredHandling(header: string | string[] | undefined): string | null {
  const text = [header ?? []].flat().join(',')
  if (text.length > MAX_LENGTH) return null
  for (const preference of text.match(PREFERENCES) ?? []) {
    const [pair = ''] = preference.match(PARAMETERS) ?? []
    const mark = pair.indexOf('=')
    const name = (mark < 0 ? pair : pair.slice(0, mark)).trim().toLowerCase()
    if (name === 'handling') return mark < 0 ? '' : unquoted(pair.slice(mark + 1).trim()).toLowerCase()
  }
  return null
}

function unquoted(value: string): string {
  return /^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}
