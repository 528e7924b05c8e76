import { decidesWhenFailed } from './decisiveFacts.ts'
import type { Outcome } from './runDetectors.ts'

/** What the rule would have had to know: names of facts or its own words; of one that failed, what it looks for. None of others. */
export function missingOf(outcome: Outcome): readonly string[] {
  if (outcome.status === 'failed') return [outcome.detector.title]
  return outcome.status === 'unknown' ? outcome.missing : []
}

/** What of it decides the verdict, sorted, each once. */
export function undecidedOf(outcomes: readonly Outcome[]): string[] {
  const names = outcomes.flatMap((outcome) => {
    if (outcome.status === 'failed') return decidesWhenFailed(outcome.detector) ? [outcome.detector.title] : []
    return outcome.status === 'unknown' ? outcome.undecided : []
  })
  return [...new Set(names)].sort()
}
