/** Limits for one token: executed sequences and wall time. Parts that it cut off are named. */
export type Budget = {
  /** Takes so many executions, or none and notes the omitted part. */
  take(runs: number, what: string): boolean
  /** Notes a part that was omitted for another reason: there was too much of it. */
  note(what: string): void
  /** Notes a part that failed to execute, and takes nothing more. */
  fail(what: string, error: Error): void
  /** The first error given to `fail`; null: nothing failed. */
  failure(): Error | null
  report(): { runs: number; most: number; cut: string[] }
}

/** @param milliseconds after which nothing new starts. */
export function createBudget(
  most: number,
  milliseconds: number,
  now: () => number = performance.now.bind(performance),
): Budget {
  const until = now() + milliseconds
  const cut = new Set<string>()
  let spent = 0
  let failed: Error | null = null
  return {
    take(runs, what) {
      if (failed !== null || spent + runs > most || now() >= until) {
        cut.add(what)
        return false
      }
      spent += runs
      return true
    },
    note: (what) => void cut.add(what),
    fail(what, error) {
      cut.add(what)
      failed ??= error
    },
    failure: () => failed,
    report: () => ({ runs: spent, most, cut: [...cut] }),
  }
}
