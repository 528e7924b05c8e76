import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import type { CallOutcome, Simulator } from '../../simulation/simulator.ts'
import type { Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import { type SwitchQuestion, takenBy } from './switchQuestion.ts'

/** A privileged call that takes a part of the deposit each time. `times`: after which most of it is gone. */
export type RepeatedSwitch = { of: AcceptedCall; takes: ClaimSwitch['takes']; times: number }

/** Privileged calls before the withdrawal, and what they did to it. */
export type Observed = {
  of: AcceptedCall
  calls: readonly Transaction[]
  seen: WalkOutcome
  outcomes: readonly CallOutcome[]
}

const MAX_ACTS = 6
/** Accepted ways of one call that are repeated together. */
const MAX_CALLS = 3
/** Half of 1.1 % at a time is left after so many calls. */
const TIMES = 64
const SHORTER = [2, 3, 4, 7, 12, 24]
/** Percent of what came back before, above which nothing was taken. */
const WHOLE_PERCENT = 99n
const OFF_PERCENT = 50n

/**
 * Finds privileged calls with a bound on each call but not on their number: those that lower what comes back, or move what deposits are
 * kept in, are repeated before the withdrawal.
 */
export async function repeatedSwitches(
  { simulator }: { simulator: Simulator },
  question: SwitchQuestion,
  observed: readonly Observed[],
  signal: AbortSignal,
): Promise<RepeatedSwitch[]> {
  const { watched, paid, work } = question
  const [now, ...rest] = paid.walk?.blocks ?? []
  const returnedOf = ({ returned }: WalkOutcome, at: number) => returned.at(-1)?.[at] ?? 0n
  const isLess = (seen: WalkOutcome, percent: bigint) =>
    watched.some((_, at) => returnedOf(seen, at) * 100n < (paid.returned[at] ?? 0n) * percent)
  const total = ({ seen }: Observed) => watched.reduce((sum, _, at) => sum + returnedOf(seen, at), 0n)
  const draining = observed
    .filter(({ seen, outcomes }) => isLess(seen, WHOLE_PERCENT) || takenBy(question, outcomes) !== null)
    .toSorted((a, b) => (total(a) < total(b) ? -1 : 1))
  const acts = [...new Map(draining.toReversed().map((one) => [keyOf(one), one])).values()].toReversed()
  if (acts.length === 0 || now === undefined || work.isOver()) return []
  const walkOf = (act: Observed, times: number): Walk => {
    const all = Array.from({ length: times }, () => acceptedIn(act)).flat()
    return { blocks: [{ calls: [...all, ...now.calls], ...(now.seconds && { seconds: now.seconds }) }, ...rest] }
  }
  const found = await run(acts.slice(0, MAX_ACTS).map((act) => ({ act, times: TIMES })))
  const shorter = await run(found.flatMap(({ act }) => SHORTER.map((times) => ({ act, times }))))
  return found.map((one) => {
    const { act, takes, times } = shorter.find(({ act: other }) => other === one.act) ?? one
    return { of: act.of, takes, times }
  })

  async function run(tries: readonly { act: Observed; times: number }[]) {
    if (tries.length === 0) return []
    const walks = tries.map(({ act, times }) => walkOf(act, times))
    const replays = await replayWalks(simulator, question, { walks }, signal)
    return tries.flatMap(({ act, times }, at) => {
      const one = replays[at] ?? null
      if (one === null || !isLess(one.read, OFF_PERCENT)) return []
      return [{ act, times, takes: takenBy(question, one.outcomes.slice(1, 1 + times * acceptedIn(act).length)) }]
    })
  }
}

function acceptedIn({ calls, seen }: Observed): Transaction[] {
  const made = seen.calls.slice(0, calls.length)
  return made.flatMap(({ call, success }) => (success ? [call] : [])).slice(0, MAX_CALLS)
}

function keyOf({ of: { caller, made } }: Observed): string {
  return `${caller.address} ${made.selector}`
}
