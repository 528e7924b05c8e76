/**
 * Builds a path; what is filled in is percent-encoded.
 * @example path`/v1/risk/score/${'https://app.example'}` // '/v1/risk/score/https%3A%2F%2Fapp.example'
 * @returns a TypeError for a value that is missing, cannot be written, or would name another path.
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string | TypeError {
  const encoded: string[] = []
  for (const value of values) {
    const text = encodedOf(value)
    if (text === null)
      return new TypeError(`An id, address or entity is missing: ${JSON.stringify(value) ?? String(value)}`)
    encoded.push(text)
  }
  return String.raw({ raw: texts }, ...encoded)
}

function encodedOf(value: unknown): string | null {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) return null
  try {
    return encodeURIComponent(value)
  } catch {
    // Half of a surrogate pair.
    return null
  }
}
