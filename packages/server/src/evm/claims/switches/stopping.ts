import { actsAsKey } from '@redoubt/risk/contract/callers.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Act } from '../callers/privilegedActs.ts'
import type { Best, WalkOutcome } from '../runs/claimRuns.ts'

/** Percent of what came back before, below which a privileged call has taken the withdrawal away. */
const OFF_PERCENT = 50n
const MAX_SWITCHES = 4

/**
 * Returns the privileged calls after which a withdrawal pays less than half of what it paid without them, for one of the watched assets.
 * @param seen the outcome of each, in order; null: it could not be run.
 */
export function stopping(
  acts: readonly Act[],
  seen: readonly (WalkOutcome | null)[],
  { watched, paid }: { watched: readonly unknown[]; paid: Pick<Best, 'returned'> },
): ClaimSwitch[] {
  const off = acts.filter(({ calls }, at) => {
    const outcome = seen[at] ?? null
    if (outcome === null || !outcome.calls.some(({ call, success }) => success && calls.includes(call))) return false
    return watched.some(
      (_, index) => (outcome.returned.at(-1)?.[index] ?? 0n) * 100n < (paid.returned[index] ?? 0n) * OFF_PERCENT,
    )
  })
  return off.slice(0, MAX_SWITCHES).map(
    ({ caller: { candidate, account }, made }): ClaimSwitch => ({
      caller: candidate.address,
      by: candidate.by,
      selector: made.selector,
      signature: made.signature,
      isKey: actsAsKey(account),
      takes: null,
    }),
  )
}
