import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import { type OwnerQuestion, privilegedActs, runWalks } from '../callers/privilegedActs.ts'
import type { Best, ClaimSources, claimRuns, Walk } from '../runs/claimRuns.ts'
import { stopping } from './stopping.ts'

/**
 * Finds privileged calls about the deposit's own id that name their caller, and after which the withdrawal that worked pays less than half: a
 * changed beneficiary.
 */
export async function aimedSwitches(
  sources: ClaimSources,
  question: OwnerQuestion,
  { runs, paid }: { runs: ReturnType<typeof claimRuns>; paid: Best },
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { values, transaction } = question
  if (paid.walk === null || values.ids.length === 0) return []
  const { blocks } = paid.walk
  const named = [transaction, ...(transaction.calls ?? [])].map(({ data }) => data).join('')
  const acts = (await privilegedActs(sources, question, runs, signal)).flatMap((act) => {
    const own = act.caller.candidate.address.slice(2)
    const calls = act.calls.filter(({ data }) => data.includes(own))
    // The depositor chose this account, as in an escrow with an arbiter.
    return calls.length === 0 || named.includes(own) ? [] : [{ ...act, calls }]
  })
  const walks = acts.map(({ calls }): Walk => {
    const [now, ...rest] = blocks
    return { blocks: [{ calls: [...calls, ...(now?.calls ?? [])] }, ...rest] }
  })
  const seen = await runWalks(sources, question, runs, walks, signal)
  return stopping(sources, question, { acts, seen, runs, paid, at: 0 }, signal)
}
