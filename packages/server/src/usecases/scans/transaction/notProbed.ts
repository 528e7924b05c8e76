import type { MissingFact } from '@redoubt/risk/gatherFacts.ts'

/**
 * What of the probes beside a simulation is missing; null when nothing is. It puts no floor under the score: what is approved or bought
 * is judged without a probe too.
 * @param failures what the probes threw that could not be made; `cut`: what others left out for want of time.
 */
export function notProbed(
  what: string,
  { failures, cut, late }: { failures: readonly unknown[]; cut: readonly string[]; late: boolean },
): MissingFact | null {
  if (failures.length === 0 && cut.length === 0) return null
  const message =
    failures.length > 0
      ? `${failures.length} of the ${what} could not be tried${late ? ' in time' : ''}`
      : `the ${what} were not tried whole: ${cut.join('; ')}`
  return {
    reason: failures.length > 0 && late ? 'late' : 'failed',
    message: message.slice(0, 200),
    root: 'simulation',
    decisive: false,
    error: failures[0] ?? null,
  }
}
