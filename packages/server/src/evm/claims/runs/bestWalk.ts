import { carriedWords } from './carriedWords.ts'
import type { Best, Walk, WalkOutcome, Watched } from './claimRuns.ts'

/** Percent of what left that ends the search. */
const ENOUGH_PERCENT = 95n

const NOTHING: Best = { returned: [], block: 0, call: null, walk: null, carried: [] }

export function bestOf(
  walks: readonly Walk[],
  seen: readonly (WalkOutcome | null)[],
  watched: readonly Watched[],
): Best {
  let best = NOTHING
  for (const [index, { blocks: walked }] of walks.entries()) {
    const one = seen[index] ?? null
    if (one === null) continue
    for (const [block, returned] of one.returned.entries()) {
      if (!isMore(returned, best.returned, watched)) continue
      const paying = one.calls.filter((call) => call.pays && call.block <= block)
      const call = paying.at(-1)?.call ?? null
      // Only what was needed: refused calls change nothing.
      const kept = one.calls.filter((step) => step.success && step.block <= block)
      const blocks = walked.slice(0, block + 1).map(({ seconds }, at) => ({
        calls: kept.filter((step) => step.block === at).map((step) => step.call),
        ...(seconds !== undefined && { seconds }),
      }))
      best = { returned, block, call, walk: { blocks }, carried: carriedWords(kept) }
    }
  }
  return best
}

export function better(a: Best, b: Best): Best {
  const total = (one: Best) => one.returned.reduce((sum, each) => sum + each, 0n)
  return total(b) > total(a) ? b : a
}

/** By the shares of what left, so that assets of different decimals count the same. */
export function isMore(a: readonly bigint[], b: readonly bigint[], watched: readonly Watched[]): boolean {
  const share = (sums: readonly bigint[]) =>
    watched.reduce((sum, { amount }, at) => sum + ((sums[at] ?? 0n) * 10_000n) / (amount > 0n ? amount : 1n), 0n)
  return share(a) > share(b)
}

export function isCovered(
  { returned }: Pick<Best, 'returned'>,
  watched: readonly Watched[],
  percent = ENOUGH_PERCENT,
): boolean {
  const mixed = mixOf(returned, watched)
  return watched.every(({ amount }, at) => (mixed[at] ?? 0n) * 100n >= amount * percent)
}

/** Parts of a worth, for sums without fractions. */
const PARTS = 1_000_000

/**
 * What came back of each asset, with what more than left came back of the others in its place, by worth: a pool pays another mix of
 * the assets than it was given. Assets without a trusted price count alone.
 */
export function mixOf(returned: readonly bigint[], watched: readonly Watched[]): bigint[] {
  const parts = watched.map(({ amount, usd }, at) => {
    if (usd === null || amount <= 0n) return null
    return (usd * Number(((returned[at] ?? 0n) * BigInt(PARTS)) / amount)) / PARTS - usd
  })
  const sumOf = (sign: number) => parts.reduce<number>((sum, part) => sum + Math.max((part ?? 0) * sign, 0), 0)
  const [more, less] = [sumOf(1), sumOf(-1)]
  const filled = BigInt(Math.floor(Math.min(more / less, 1) * PARTS) || 0)
  return watched.map(({ amount }, at) => {
    const own = returned[at] ?? 0n
    return (parts[at] ?? 0) < 0 ? own + ((amount - own) * filled) / BigInt(PARTS) : own
  })
}

export function isEnough({ returned }: WalkOutcome, watched: readonly Watched[], percent = ENOUGH_PERCENT): boolean {
  return returned.some((sums) => isCovered({ returned: sums }, watched, percent))
}
