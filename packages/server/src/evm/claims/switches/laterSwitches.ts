import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callOf } from '../../privileges/calls/callOf.ts'
import { chooseWays } from '../../privileges/calls/relevance.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import { isBurnAddress } from '../../privileges/effects.ts'
import { type PotPart, potWays } from '../../privileges/funds/potWays.ts'
import type { Candidate } from '../../privileges/holders/candidate.ts'
import { valuesFor } from '../../privileges/screen.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import type { Searched } from '../callers/searchPrivileges.ts'
import { secondsOf } from '../exits/exitSchedule.ts'
import type { Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { type Replay, replayWalks } from '../runs/replayWalks.ts'
import { type SwitchQuestion, takenBy } from './switchQuestion.ts'

/** A privileged call that does nothing now, and takes the deposit or stops its withdrawal some seconds later. */
export type LaterSwitch = {
  of: Pick<AcceptedCall, 'made' | 'caller'>
  takes: ClaimSwitch['takes']
  after: number
}

type Act = Pick<LaterSwitch, 'of'> & { calls: readonly Transaction[] }

const DAY = 86_400n
/** Seconds, longest first: the longest finds a date, the others measure it. */
const DELAYS = [400n * DAY, 30n * DAY, 8n * DAY, DAY]
/** A withdrawal that takes longer waits for the end of a sale or an escrow, after which the other side's call is the usual course. */
const MAX_WAIT = 10n * DAY
const MAX_ACTS = 16
const MAX_CALLERS = 3
const MAX_WAYS = 3
/** Percent of what comes back without the call. */
const OFF_PERCENT = 50n

/**
 * Finds privileged calls that harm the withdrawal only after a date: the withdrawal that paid is put off, and the calls are made just before
 * it. What the withdrawal pays then without them is the control. `known`: selectors that do harm now.
 */
export async function laterSwitches(
  { simulator }: { simulator: Simulator },
  question: SwitchQuestion,
  searched: Searched,
  { pots, known }: { pots: readonly PotPart[]; known: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<LaterSwitch[]> {
  const { watched, paid, work } = question
  const first = paid.walk
  if (first === null || work.isOver() || secondsOf(first.blocks) > MAX_WAIT) return []
  const acts = actsOf(question, searched, pots).filter(({ of }) => !known.has(of.made.selector))
  if (acts.length === 0) return []
  const idle = await run(DELAYS.map((seconds) => walkOf([], seconds)))
  const isPaid = (one: Replay | null) =>
    one !== null && watched.every((_, at) => returnedOf(one.read, at) * 100n >= (paid.returned[at] ?? 0n) * OFF_PERCENT)
  const open = DELAYS.flatMap((seconds, at) => (isPaid(idle[at] ?? null) ? [{ seconds, control: idle[at] }] : []))
  const [longest, ...shorter] = open
  if (longest === undefined) return []
  const seen = await run(acts.map(({ calls }) => walkOf(calls, longest.seconds)))
  const off = acts.flatMap((act, at) => (isOff(act, seen[at] ?? null) ? [{ act, seen: seen[at] ?? null }] : []))
  return Promise.all(
    off.map(async ({ act, seen: last }): Promise<LaterSwitch> => {
      const sooner = await run(shorter.map(({ seconds }) => walkOf(act.calls, seconds)))
      const enough = shorter.findLast((_, at) => isOff(act, sooner[at] ?? null)) ?? longest
      const outcomes = last?.outcomes.slice(1, act.calls.length + 1) ?? []
      return { of: act.of, takes: takenBy(question, outcomes), after: Number(enough.seconds) }
    }),
  )

  function walkOf(calls: readonly Transaction[], delay: bigint): Walk {
    const [now, ...rest] = first?.blocks ?? []
    const later = { calls: [...calls, ...(now?.calls ?? [])], seconds: delay + (now?.seconds ?? 0n) }
    return { blocks: [later, ...rest] }
  }

  function returnedOf({ returned }: WalkOutcome, at: number): bigint {
    return returned.at(-1)?.[at] ?? 0n
  }

  function isOff({ calls }: Act, one: Replay | null): boolean {
    if (one === null || !one.read.calls.slice(0, calls.length).some(({ success }) => success)) return false
    return watched.some((_, at) => returnedOf(one.read, at) * 100n < (paid.returned[at] ?? 0n) * OFF_PERCENT)
  }

  async function run(walks: readonly Walk[]): Promise<(Replay | null)[]> {
    return replayWalks(simulator, question, { walks }, signal)
  }
}

/** Calls for all that is held, and the extremes of those that went through; functions that refused every caller come first. */
function actsOf(
  { account, paid }: SwitchQuestion,
  { context, tried, refused }: Searched,
  pots: readonly PotPart[],
): Act[] {
  const exit = paid.call?.data.slice(0, 10)
  const isOther = ({ address, role }: Candidate) =>
    role !== 'stranger' && address !== account && !isBurnAddress(BigInt(address))
  const closed = refused.flatMap(({ target, made, ways }) =>
    target.candidates
      .filter(isOther)
      .slice(0, MAX_CALLERS)
      .map((caller) => ({
        target,
        made,
        caller,
        ways: ways.slice(0, MAX_WAYS).map((way) => callOf(target, caller, way)),
      })),
  )
  const groups = Map.groupBy(
    tried.filter(({ caller }) => isOther(caller)),
    ({ target, made, caller }) => `${target.address} ${made.selector} ${caller.address}`,
  )
  const opened = [...groups.values()].flatMap((group) => {
    const [of] = group
    if (of === undefined || of.first !== undefined) return []
    return [{ ...of, ways: chooseWays(group, MAX_WAYS).map(({ call }) => call) }]
  })
  return [...closed, ...opened]
    .filter(({ made }) => made.selector !== exit)
    .slice(0, MAX_ACTS)
    .map(({ target, made, caller, ways }): Act => {
      const values = valuesFor(context, target, caller.address)
      const all = pots.flatMap(({ parts }) => potWays(made, values, parts))
      return { of: { made, caller }, calls: [...all.map((way) => callOf(target, caller, way)), ...ways] }
    })
}
