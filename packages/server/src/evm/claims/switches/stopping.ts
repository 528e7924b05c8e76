import { actsAsKey } from '@redoubt/risk/contract/callers.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Act, OwnerQuestion } from '../callers/privilegedActs.ts'
import type { Best, ClaimSources, claimRuns, WalkOutcome } from '../runs/claimRuns.ts'
import { memberWithdrawals } from './memberWithdrawals.ts'

/** Percent of what came back before, below which a privileged call has taken the withdrawal away. */
const OFF_PERCENT = 50n
const MAX_SWITCHES = 4

/**
 * Returns the privileged calls after which a withdrawal pays less than half of what it paid without them, for one of the watched assets. What members take
 * back of their own is left out.
 * @param seen the outcome of each, in order; null: it could not be run. `at`: the block of the withdrawal in which they were made.
 */
export async function stopping(
  sources: ClaimSources,
  question: OwnerQuestion,
  {
    acts,
    seen,
    runs,
    paid,
    at,
  }: {
    acts: readonly Act[]
    seen: readonly (WalkOutcome | null)[]
    runs: ReturnType<typeof claimRuns>
    paid: Best
    at: number
  },
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { account, watched, losses } = question
  const off = acts.flatMap((act, place) => {
    const { caller, made, calls } = act
    const outcome = seen[place] ?? null
    if (outcome === null || !outcome.calls.some(({ call, success }) => success && calls.includes(call))) return []
    const isOff = watched.some(
      (_, index) => (outcome.returned.at(-1)?.[index] ?? 0n) * 100n < (paid.returned[index] ?? 0n) * OFF_PERCENT,
    )
    return isOff ? [{ act, of: { made, caller: caller.candidate }, calls, seen: outcome }] : []
  })
  const takers = losses.flatMap((loss) => loss.takers)
  const asked = { ...question, runs, paid, takers, contract: paid.call?.to ?? account }
  const members = await memberWithdrawals(sources, asked, { acts: off, at }, signal)
  return off
    .filter((one) => !members.has(one))
    .slice(0, MAX_SWITCHES)
    .map(
      ({ act: { caller, made } }): ClaimSwitch => ({
        caller: caller.candidate.address,
        by: caller.candidate.by,
        selector: made.selector,
        signature: made.signature,
        isKey: actsAsKey(caller.account),
        takes: null,
      }),
    )
}
