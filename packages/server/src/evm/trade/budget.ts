/** What one token may cost: sequences executed and wall time. What it cut off is named. */
export type Budget = {
  /** Takes so many executions, or none and notes what is left out for it. */
  take(runs: number, what: string): boolean
  /** Notes what is left out for another reason: there was too much of it. */
  note(what: string): void
  /** Notes what is left out because it could not be executed, and takes nothing more. */
  fail(what: string, error: Error): void
  /** What `fail` was given first; null: nothing failed. */
  failure(): Error | null
  report(): { runs: number; most: number; cut: string[] }
}

/** @param milliseconds after which nothing new is begun. */
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
