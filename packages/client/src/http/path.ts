/**
 * Builds a path; what is filled in is percent-encoded.
 * @example path`/v1/risk/score/${'https://app.example'}` // '/v1/risk/score/https%3A%2F%2Fapp.example'
 * @throws TypeError for an empty value, or one that would name another path.
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  const encoded = values.map((value) => {
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`An id, address or entity is missing: ${JSON.stringify(value)}`)
    return encodeURIComponent(value)
  })
  return String.raw({ raw: texts }, ...encoded)
}
