import { SimulationUnavailable } from '../simulation/simulator.ts'

/** How far the search of one deposit came. Its steps write into it, also those that run at the same time. */
export type SearchCoverage = {
  /** False: a limit or a failure ended a step early. */
  complete: boolean
  /** What could not be read, in words for a person, in the order in which it was found. */
  unread: Set<string>
  /** Handles the failure of one step: the search goes on with another value, and is incomplete. */
  skipped<Value>(instead: Value): (error: unknown) => Value
}

/** Returns the coverage of one search. `skipped` throws where the search was cancelled, and what is no failure of the engine. */
export function createSearchCoverage(complete: boolean, signal: AbortSignal): SearchCoverage {
  const coverage: SearchCoverage = {
    complete,
    unread: new Set(),
    skipped: (instead) => (error) => {
      signal.throwIfAborted()
      if (!(error instanceof SimulationUnavailable)) throw error
      coverage.complete = false
      return instead
    },
  }
  return coverage
}
