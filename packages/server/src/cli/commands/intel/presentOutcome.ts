import { outcomeLine, type RefreshOutcome } from '../../../composition/intelligence.ts'
import { isoTime } from '../../print.ts'

/** How the refresh of a list ended, for people; null: another process has it. */
export function outcomeText(id: string, outcome: RefreshOutcome | null): string {
  if (outcome !== null) return outcomeLine(outcome)
  return (
    `list ${id}: another process is fetching it, or was killed doing so: ` +
    'it is free again within 5 minutes, and --force does not wait'
  )
}

/** The same for `--json`. */
export function outcomeJson(id: string, outcome: RefreshOutcome | null) {
  if (outcome === null) return { id, outcome: 'busy' }
  return outcome.outcome === 'failed' ? { ...outcome, nextAttemptAt: isoTime(outcome.nextAttemptAt) } : outcome
}
