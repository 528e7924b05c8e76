/**
 * Builds a path; what is filled in is percent-encoded.
 * @example path`/v1/risk/score/${'https://app.example'}` // '/v1/risk/score/https%3A%2F%2Fapp.example'
 * @returns a TypeError for a value that is missing, cannot be written, or would name another path.
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string | TypeError {
  const wrong = values.find((value) => typeof value !== 'string' || /^\.{0,2}$/.test(value) || !value.isWellFormed())
  if (values.some((value) => value === wrong))
    return new TypeError(`An id, address or entity is missing: ${JSON.stringify(wrong) ?? String(wrong)}`)
  return String.raw({ raw: texts }, ...values.map(encodeURIComponent))
}
