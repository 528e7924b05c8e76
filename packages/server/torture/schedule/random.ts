/** Numbers that look random and are the same for the same seed (mulberry32): `below(n)` is 0 to n-1. */
export type Random = { below(n: number): number; pick<Value>(values: readonly Value[]): Value }

export function createRandom(seed: number): Random {
  let state = (seed * 0x9e3779b9) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return { below, pick: (values) => values[below(values.length)] as (typeof values)[number] }
}
