import type { Best, Walk, WalkOutcome, Watched } from './claimRuns.ts'

/** Percent of what left that ends the search. */
const ENOUGH_PERCENT = 95n

const NOTHING: Best = { returned: [], block: 0, call: null, walk: null }

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
      best = { returned, block, call, walk: { blocks } }
    }
  }
  return best
}

export function better(a: Best, b: Best): Best {
  const total = (one: Best) => one.returned.reduce((sum, each) => sum + each, 0n)
  return total(b) > total(a) ? b : a
}

/** By the shares of what left, so that assets of different decimals count the same. */
function isMore(a: readonly bigint[], b: readonly bigint[], watched: readonly Watched[]): boolean {
  const share = (sums: readonly bigint[]) =>
    watched.reduce((sum, { amount }, at) => sum + ((sums[at] ?? 0n) * 10_000n) / (amount > 0n ? amount : 1n), 0n)
  return share(a) > share(b)
}

export function isCovered(
  { returned }: Pick<Best, 'returned'>,
  watched: readonly Watched[],
  percent = ENOUGH_PERCENT,
): boolean {
  return watched.every(({ amount }, at) => (returned[at] ?? 0n) * 100n >= amount * percent)
}

export function isEnough({ returned }: WalkOutcome, watched: readonly Watched[], percent = ENOUGH_PERCENT): boolean {
  return returned.some((sums) => isCovered({ returned: sums }, watched, percent))
}
