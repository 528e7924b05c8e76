import type { Address } from '@redoubt/risk/address.ts'
import { LONG_DELAY, SHORT_DELAY } from '@redoubt/risk/contract/callers.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { type Budget, createBudget } from '../../trade/tradeContext.ts'
import { execute } from '../execute.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { RECEIVER_CODE } from '../probes.ts'
import { type Attempt, WHAT } from './commandCalls.ts'
import { commandSteps } from './commandSteps.ts'

const MAX_RUNS = 160
/** Accounts that are tried as proposers, and as executors beside them. */
const MAX_SENDERS = 6
const MAX_EXECUTORS = 3
/** Functions and namings whose queued call is executed, and ways to execute one that are tried sooner. */
const MAX_QUEUED = 12
const MAX_WAYS = 4
/** Seconds beyond a delay, for the blocks between. */
const MARGIN = 120n
/** A guessed delay that is done by this part sooner is another number. */
const GUESSED_PART = 20n
/** Precision of a delay that is shorter than stated. */
const MINUTE = 60n

/** How a call names its time: not at all, as a delay, or as a date. */
type Naming = 'none' | 'delay' | 'date'
type Queued = { attempt: Attempt; naming: Naming; made: ContractFunction; outcomes: readonly CallOutcome[] }
/** How a call is put down and executed. */
type Way = { queued: Queued; execution: Attempt }

/**
 * The shortest time after which a timelock executes a call that was put down, found on the fork as an account that may put calls down: the
 * stated delay, or less where it executes sooner, in seconds, and the account. Null: no call could be put down and executed.
 *
 * @param senders accounts that the timelock names, contracts too; keys first.
 * @param isGuess the stated delay may be another number of the contract: the time itself is looked for where it is shorter, and
 * putting a call down has to log an event.
 */
export async function executedDelay(
  given: PrivilegesContext,
  {
    holder,
    stated,
    senders,
    functions,
    isGuess = false,
  }: {
    holder: Address
    stated: bigint
    senders: readonly Address[]
    functions: readonly ContractFunction[]
    isGuess?: boolean
  },
): Promise<{ seconds: bigint; sender: Address } | null> {
  const budget: Budget = createBudget(MAX_RUNS)
  const context = { ...given, budget }
  const { timestamp } = context.block
  const [receiver, marker] = [context.fresh('receiver of a command'), BigInt(context.fresh('command'))]
  const overrides = { [receiver]: { code: RECEIVER_CODE } }
  const steps = commandSteps({ holder, receiver, marker, functions })
  const timeOf = (naming: Naming, seconds: bigint) =>
    naming === 'none' ? 0n : naming === 'delay' ? seconds : BigInt(timestamp) + seconds + MINUTE

  const found = await ways()
  let least: { seconds: bigint; sender: Address } | null = null
  for (const way of found) {
    const seconds = await soonest(way, least?.seconds ?? stated)
    if (least === null || seconds < least.seconds) least = { seconds, sender: way.queued.attempt.key }
  }
  return least

  /** The time after which one way executes, where that is less than `known`. */
  async function soonest(way: Way, known: bigint): Promise<bigint> {
    for (const [at, limit] of [SHORT_DELAY, LONG_DELAY].entries()) {
      const seconds = BigInt(limit) - 1n
      if (seconds >= known || !(await isDone(way, seconds))) continue
      return at === 0 ? seconds : shortest(way, BigInt(SHORT_DELAY) - 1n, seconds)
    }
    const less = stated - stated / GUESSED_PART
    if (isGuess && less < known && (await isDone(way, less))) return shortest(way, 0n, less)
    return known
  }

  /** Ways to put a call down and to execute it after the stated delay, as the accounts and the naming of the time. */
  async function ways(): Promise<Way[]> {
    const tried = (['none', 'delay', 'date'] as const).flatMap((naming) =>
      senders
        .slice(0, MAX_SENDERS)
        .flatMap((key) =>
          steps.beginnings.flatMap((made) =>
            steps
              .attemptOf({ key, senders: [key], calls: [], time: timeOf(naming, stated) }, made)
              .map((attempt) => ({ attempt, naming, made })),
          ),
        ),
    )
    const begun = await execute(
      context,
      tried.map(({ attempt: { calls } }) => ({ calls, overrides })),
      WHAT,
    )
    // One for each function and naming: a function that takes anything would fill all places.
    const put = new Map<string, Queued>()
    for (const [at, one] of tried.entries()) {
      const outcomes = begun[at] ?? []
      const key = `${one.made.selector} ${one.naming}`
      // What no event announces gives users no time, and a guess makes no timelock of it.
      const isTold = !isGuess || (outcomes[0]?.logs.length ?? 0) > 0
      if (outcomes[0]?.success === true && isTold && !put.has(key) && put.size < MAX_QUEUED)
        put.set(key, { ...one, outcomes })
    }
    for (const isOwn of [true, false]) {
      const going = [...put.values()].flatMap((queued) => {
        const { key } = queued.attempt
        const others = senders.filter((one) => one !== key).slice(0, MAX_EXECUTORS)
        return (isOwn ? [key] : others).flatMap((executor) =>
          steps
            .following({ ...queued.attempt, senders: [key, executor] }, queued.outcomes)
            .map((execution) => ({ queued, execution })),
        )
      })
      const reached = await run(
        going.map(({ execution }) => execution),
        stated,
      )
      const way = new Map<string, Way>()
      for (const one of going.filter((_, at) => reached[at]))
        way.set(`${one.queued.made.selector} ${one.execution.calls.at(-1)?.data.slice(0, 10)}`, one)
      if (way.size > 0) return [...way.values()].slice(0, MAX_WAYS)
    }
    return []
  }

  /** Whether each attempt reaches the receiver by its last call, so many seconds after the first one. */
  async function run(attempts: readonly Attempt[], seconds: bigint): Promise<boolean[]> {
    const outcomes = await execute(
      context,
      attempts.map(({ calls }) => ({ calls, overrides, pause: { after: 1, seconds: seconds + MARGIN } })),
      WHAT,
    )
    return outcomes.map((calls) => calls?.slice(1).some(steps.isReached) === true)
  }

  /** Whether the call is executed so soon, whichever time it names. */
  async function isDone({ queued, execution }: Way, seconds: bigint) {
    const times = new Set([0n, seconds, stated].map((named) => timeOf(queued.naming, named)))
    const attempts = [...times].flatMap((time) => {
      const renamed: Attempt = { ...execution, calls: [], time }
      const begun = steps.attemptOf(renamed, queued.made)
      const last = execution.calls.at(-1)
      return begun.flatMap((one) =>
        steps
          .following(one, queued.outcomes)
          .filter(({ calls }) => calls.at(-1)?.data.slice(0, 10) === last?.data.slice(0, 10)),
      )
    })
    return (await run(attempts, seconds - MARGIN)).includes(true)
  }

  /** The shortest of the times between, to a minute: at `low` it is not executed, at `high` it is. */
  async function shortest(way: Way, low: bigint, high: bigint): Promise<bigint> {
    if (high - low <= MINUTE) return high
    const middle = (low + high) / 2n
    return (await isDone(way, middle)) ? shortest(way, low, middle) : shortest(way, middle, high)
  }
}
