import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { word } from '../../trade/trader.ts'
import type { Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import type { Observed, RepeatedSwitch } from './repeatedSwitches.ts'
import type { SwitchQuestion } from './switchQuestion.ts'

const MAX_FUNCTIONS = 4
/** Calls of one ladder: more would be seen before they are all made. */
const MAX_CALLS = 8
/** Ways to raise a number, in percent of the one before: the next values of a code that allows so much more. */
const FACTORS = [200n, 150n, 400n]
/** A rate of any unit: above it stands an amount. */
const MAX_RATE = 10n ** 20n
const OFF_PERCENT = 50n

export type RaisedSwitch = RepeatedSwitch & { rising: true }
/** Calls of one function with rising numbers. */
type Ladder = { of: AcceptedCall; calls: readonly Transaction[] }

/**
 * Finds privileged calls with a number that is bounded by the present one, such as twice the fee: the highest number that the code accepts is
 * raised call by call, at most eight times. Only functions that change what comes back, and refuse a higher number now, are raised.
 */
export async function raisedSwitches(
  { simulator }: { simulator: Simulator },
  question: SwitchQuestion,
  { observed, tried }: { observed: readonly Observed[]; tried: readonly AcceptedCall[] },
  signal: AbortSignal,
): Promise<RaisedSwitch[]> {
  const { watched, paid, work } = question
  const [now, ...rest] = paid.walk?.blocks ?? []
  const changes = ({ seen }: Observed) =>
    watched.some((_, at) => returnedOf(seen, at) !== (paid.returned[at] ?? 0n) && returnedOf(seen, at) > 0n)
  const moving = new Set(observed.filter(changes).map(({ of }) => keyOf(of)))
  if (moving.size === 0 || now === undefined || work.isOver()) return []
  const groups = Map.groupBy(
    tried.filter((one) => moving.has(keyOf(one)) && one.way.number !== null),
    keyOf,
  )
  const ladders = [...groups.values()].slice(0, MAX_FUNCTIONS).flatMap(laddersOf)
  if (ladders.length === 0) return []
  const walks = ladders.map(({ calls }): Walk => ({ blocks: [{ ...now, calls: [...calls, ...now.calls] }, ...rest] }))
  const replays = await replayWalks(simulator, question, { walks }, signal)
  const found = ladders.flatMap(({ of, calls }, at): RaisedSwitch[] => {
    const seen = replays[at]?.read
    const times = seen?.calls.slice(0, calls.length).filter(({ success }) => success).length ?? 0
    return seen !== undefined && times > 1 && isOff(seen) ? [{ of, takes: null, times, rising: true }] : []
  })
  const fewest = found.toSorted((a, b) => b.times - a.times)
  return [...new Map(fewest.map((one) => [keyOf(one.of), one])).values()]

  function isOff(seen: WalkOutcome): boolean {
    return watched.some((_, at) => returnedOf(seen, at) * 100n < (paid.returned[at] ?? 0n) * OFF_PERCENT)
  }
}

/** Rising numbers from the highest one that was accepted; none where it is no rate. */
function laddersOf(group: readonly AcceptedCall[]): Ladder[] {
  const [of] = group.toSorted((a, b) => ((a.way.number ?? 0n) > (b.way.number ?? 0n) ? -1 : 1))
  const highest = of?.way.number ?? 0n
  if (of === undefined || highest === 0n || highest > MAX_RATE) return []
  const rows = [
    ...FACTORS.map((percent) => steps((last) => (last * percent) / 100n)),
    // What may rise by the same amount each time.
    steps((last) => last + highest),
  ]
  return rows.map((numbers) => ({ of, calls: numbers.map((number) => withNumber(of, highest, number)) }))

  function steps(next: (last: bigint) => bigint): bigint[] {
    const numbers = [highest]
    while (numbers.length < MAX_CALLS) numbers.push(next(numbers.at(-1) ?? highest))
    return numbers
  }
}

function withNumber({ call }: AcceptedCall, from: bigint, to: bigint): Transaction {
  return { ...call, data: `0x${call.data.slice(2).replaceAll(word(from), word(to))}` }
}

function returnedOf({ returned }: WalkOutcome, at: number): bigint {
  return returned.at(-1)?.[at] ?? 0n
}

function keyOf({ caller, made }: Pick<AcceptedCall, 'caller' | 'made'>): string {
  return `${caller.address} ${made.selector}`
}
