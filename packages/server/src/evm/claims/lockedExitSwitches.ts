import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Best, ClaimSources, claimRuns, Walk } from './claimRuns.ts'
import { secondsOf } from './exitSchedule.ts'
import { type OwnerQuestion, privilegedActs, runWalks } from './privilegedActs.ts'

/** Percent of what came back before, below which a privileged call has taken the withdrawal away. */
const OFF_PERCENT = 50n
const MAX_SWITCHES = 4

/**
 * Finds privileged calls that come before a withdrawal which is locked until later, at that later time, and after which it pays less than
 * half: a sale that its owner finishes, so that its refund ends.
 */
export async function lockedExitSwitches(
  sources: ClaimSources,
  question: OwnerQuestion,
  { runs, paid }: { runs: ReturnType<typeof claimRuns>; paid: Best },
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { watched } = question
  const blocks = paid.walk?.blocks ?? []
  const last = blocks.at(-1)
  if (last === undefined || secondsOf(blocks) === 0n) return []
  const acts = await privilegedActs(sources, question, runs, signal)
  const walks = acts.map(({ calls }): Walk => {
    return { blocks: [...blocks.slice(0, -1), { ...last, calls: [...calls, ...last.calls] }] }
  })
  const seen = await runWalks(sources, question, runs, walks, signal)
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
      isKey: account.account === 'eoa',
      takes: null,
    }),
  )
}
