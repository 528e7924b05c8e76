import { decidesWhenFailed } from './decisiveFacts.ts'
import type { Outcome } from './runDetectors.ts'

/** Returns the missing inputs of a rule: names of facts or its own words; for a failed rule, its title. Empty for others. */
export function missingOf(outcome: Outcome): readonly string[] {
  if (outcome.status === 'failed') return [outcome.detector.title]
  return outcome.status === 'unknown' ? outcome.missing : []
}

/** Returns the missing inputs that decide the verdict, sorted, each once. */
export function missingDecisiveFactsOf(outcomes: readonly Outcome[]): string[] {
  const names = outcomes.flatMap((outcome) => {
    if (outcome.status === 'failed') return decidesWhenFailed(outcome.detector) ? [outcome.detector.title] : []
    return outcome.status === 'unknown' ? outcome.missingDecisiveFacts : []
  })
  return [...new Set(names)].sort()
}
