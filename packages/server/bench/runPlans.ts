/** How `all` runs one: it is ended after so many seconds; `env` is set where the operator does not set it. */
export type RunPlan = { seconds: number; env?: Record<string, string> }

const HOUR = 3_600

/** A limit ends what hangs. It is some five times what an idle machine with two cores takes, because tests and other work share such a machine. */
const BENCHES: Record<string, RunPlan> = {
  'coin-traps': { seconds: HOUR },
  consistency: { seconds: HOUR },
  'fork-diff': { seconds: HOUR },
  messages: { seconds: HOUR },
  metamorphic: { seconds: 3 * HOUR },
  mutants: { seconds: 2 * HOUR },
  pages: { seconds: 2 * HOUR },
  prune: { seconds: HOUR },
  'real-life': { seconds: 3 * HOUR },
  tokens: { seconds: HOUR },
  trade: { seconds: HOUR },
  verdicts: { seconds: 2 * HOUR },
}
const TORTURES: Record<string, RunPlan> = {
  budget: { seconds: 2 * HOUR },
  enforce: { seconds: 2 * HOUR },
  // All mutants of all areas take many hours: `npm run torture -- mutation` runs them.
  mutation: { seconds: 3 * HOUR, env: { MUTATION_SAMPLE: '16' } },
}

export const BENCH_PLANS = { plans: BENCHES, otherwise: { seconds: 1_800 } }
export const TORTURE_PLANS = { plans: TORTURES, otherwise: { seconds: HOUR } }

/** The plan of one; `limit` in seconds, where it was given, is everyone's. */
export function planOf({ plans, otherwise }: typeof BENCH_PLANS, name: string, limit: string | undefined): RunPlan {
  const plan: RunPlan = plans[name] ?? otherwise
  return limit === undefined ? plan : { ...plan, seconds: positive('--limit', limit) }
}

/** @throws Error for what is no whole number above zero: nothing would be run, or without an end. */
export function positive(option: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value <= 0) throw new Error(`${option} ${text}: expected a whole number from 1`)
  return value
}
