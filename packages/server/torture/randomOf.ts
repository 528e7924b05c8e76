/** Whole numbers below a bound, the same in every run. */
export type Random = (below: number) => number

/** @param seed another one gives other numbers. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return (below) => {
    // Marsaglia's xorshift: the low bits of a linear generator repeat too soon.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return Math.floor(((state >>> 0) / 2 ** 32) * below)
  }
}
