import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import { execute } from '../../privileges/execute.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { word } from '../../trade/trader.ts'
import type { Searched } from '../callers/searchPrivileges.ts'
import type { Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import type { Observed, RepeatedSwitch } from './repeatedSwitches.ts'
import type { SwitchQuestion } from './switchQuestion.ts'

const MAX_FUNCTIONS = 4
/** Calls of one ladder: more would be seen before they are all made. */
const MAX_CALLS = 8
/** Ways to raise a number, in percent of the one before: the next values of a code that allows so much more. */
const FACTORS = [200n, 150n, 400n]
/** Rates that are tried, each on the present state, beside parts above the present one. */
const RATES = [10n, 25n, 50n, 90n, 100n, 250n, 500n, 1_000n, 2_500n, 5_000n, 9_000n]
const ABOVE = [105n, 125n, 150n, 200n, 400n]
/** A rate of any unit: above it stands an amount. */
const MAX_RATE = 10n ** 20n
/** Call data of a function with one argument. */
const ONE_ARGUMENT = 2 + 8 + 64
const OFF_PERCENT = 50n

export type RaisedSwitch = RepeatedSwitch & { rising: true }
/** Calls of one function with rising numbers. */
type Ladder = { of: AcceptedCall; calls: readonly Transaction[] }

/**
 * Finds privileged calls with a number that is bounded by the present one, such as twice the fee: the highest number that the code accepts is
 * raised call by call, at most eight times. Only functions of one number that change what comes back are raised.
 */
export async function raisedSwitches(
  { simulator }: { simulator: Simulator },
  question: SwitchQuestion,
  { observed, searched: { context, tried } }: { observed: readonly Observed[]; searched: Searched },
  signal: AbortSignal,
): Promise<RaisedSwitch[]> {
  const { watched, paid, work } = question
  const [now, ...rest] = paid.walk?.blocks ?? []
  const changes = ({ seen }: Observed) =>
    watched.some((_, at) => returnedOf(seen, at) !== (paid.returned[at] ?? 0n) && returnedOf(seen, at) > 0n)
  const moving = new Set(observed.filter(changes).map(({ of }) => keyOf(of)))
  if (moving.size === 0 || now === undefined || work.isOver()) return []
  const groups = Map.groupBy(
    tried.filter((one) => moving.has(keyOf(one)) && isOfNumber(one)),
    keyOf,
  )
  const starts = [...groups.values()].flatMap((group) => group.slice(0, 1)).slice(0, MAX_FUNCTIONS)
  const ladders = (await Promise.all(starts.map(async (of) => laddersOf(of, await highestOf(of))))).flat()
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

  /** The highest number that the code accepts now; 0: none, or one that is no rate. Each is tried by itself, as an accepted one moves the bound. */
  async function highestOf(of: AcceptedCall): Promise<bigint> {
    const words = await Promise.all(of.made.writes.slice(0, 2).map((slot) => presentWord(slot)))
    const present = words.filter((one) => one > 0n && one < MAX_RATE)
    const above = present.flatMap((one) => ABOVE.map((percent) => (one * percent) / 100n))
    const numbers = [...new Set([...RATES, ...above])]
    const outcomes = await execute(
      context,
      numbers.map((number) => ({ calls: [withNumber(of, number)] })),
      'fees that rise',
    )
    const accepted = numbers.filter((_, at) => outcomes[at]?.[0]?.success === true)
    return accepted.reduce((max, one) => (one > max ? one : max), 0n)
  }

  async function presentWord(slot: Hex): Promise<bigint> {
    const written = question.simulation.stateDiff[question.contract]?.storage?.[slot]?.after
    return BigInt(written ?? (await context.chain.storage(question.block, question.contract, slot, signal)))
  }

  function isOff(seen: WalkOutcome): boolean {
    return watched.some((_, at) => returnedOf(seen, at) * 100n < (paid.returned[at] ?? 0n) * OFF_PERCENT)
  }
}

/** Rising numbers from the highest one that was accepted. */
function laddersOf(of: AcceptedCall, highest: bigint): Ladder[] {
  if (highest === 0n) return []
  const rows = [
    ...FACTORS.map((percent) => steps((last) => (last * percent) / 100n)),
    // What may rise by the same amount each time.
    steps((last) => last + highest),
  ]
  return rows.map((numbers) => ({ of, calls: numbers.map((number) => withNumber(of, number)) }))

  function steps(next: (last: bigint) => bigint): bigint[] {
    const numbers = [highest]
    while (numbers.length < MAX_CALLS) numbers.push(next(numbers.at(-1) ?? highest))
    return numbers
  }
}

function isOfNumber({ way, call, first }: AcceptedCall): boolean {
  return way.number !== null && call.data.length === ONE_ARGUMENT && first === undefined
}

function withNumber({ call }: AcceptedCall, number: bigint): Transaction {
  return { ...call, data: `0x${call.data.slice(2, 10)}${word(number)}` }
}

function returnedOf({ returned }: WalkOutcome, at: number): bigint {
  return returned.at(-1)?.[at] ?? 0n
}

function keyOf({ caller, made }: Pick<AcceptedCall, 'caller' | 'made'>): string {
  return `${caller.address} ${made.selector}`
}
