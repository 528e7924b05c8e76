import type { SkippedRevocation } from '@redoubt/risk/facts/revocationFacts.ts'
import type { Candidate } from './chooseCalls.ts'

/** Transactions of one answer. */
const MAX_CALLS = 100

/** As many calls as one answer holds, the first of them, and what the others would have ended. One call may end any number of permissions. */
export function firstCalls<Call extends Pick<Candidate, 'permissions'>>(
  candidates: readonly Call[],
): { first: Call[]; skipped: SkippedRevocation[] } {
  const detail = `One answer holds ${MAX_CALLS} transactions; ask again after you have sent these.`
  return {
    first: candidates.slice(0, MAX_CALLS),
    skipped: candidates
      .slice(MAX_CALLS)
      .flatMap(({ permissions }) => permissions)
      .map((permission) => ({ permission, reason: 'too-many', detail })),
  }
}
