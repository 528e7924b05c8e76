import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import { type OwnerQuestion, privilegedActs, runWalks } from '../callers/privilegedActs.ts'
import { secondsOf } from '../exits/exitSchedule.ts'
import type { Best, ClaimSources, claimRuns, Walk } from '../runs/claimRuns.ts'
import { stopping } from './stopping.ts'

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
  const blocks = paid.walk?.blocks ?? []
  const last = blocks.at(-1)
  if (last === undefined || secondsOf(blocks) === 0n) return []
  const acts = await privilegedActs(sources, question, runs, signal)
  const walks = acts.map(({ calls }): Walk => {
    return { blocks: [...blocks.slice(0, -1), { ...last, calls: [...calls, ...last.calls] }] }
  })
  const seen = await runWalks(sources, question, runs, walks, signal)
  return stopping(sources, question, { acts, seen, runs, paid, at: blocks.length - 1 }, signal)
}
