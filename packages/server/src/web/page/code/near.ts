const MAX_PLACES = 40

/**
 * Looks for `first`, and for every one of `then` in the `within` characters that follow (or, where it is negative, go before).
 * Code that works together stands together, also after minifying. Only the first forty places are looked at.
 * @param first with the `g` flag.
 * @returns where `first` stands, or null.
 */
export function near(code: string, first: RegExp, then: readonly RegExp[], within: number): number | null {
  let places = 0
  for (const { index } of code.matchAll(first)) {
    if (++places > MAX_PLACES) return null
    const window = within > 0 ? code.slice(index, index + within) : code.slice(Math.max(0, index + within), index)
    if (then.every((pattern) => pattern.test(window))) return index
  }
  return null
}
