import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import type { Candidate } from '../../privileges/holders/candidate.ts'
import { callAs } from '../../rights/takeCalls.ts'
import type { Simulator, StateOverrides } from '../../simulation/simulator.ts'
import type { Searched } from '../callers/searchPrivileges.ts'
import { roleCalls } from '../calls/roleCalls.ts'
import type { Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import { accompliceCode } from './accomplice.ts'
import { createChainedCalls, MAX_DRAW_CALLS, namesAccount, PLENTY, type Setting } from './chainedCalls.ts'
import type { SwitchQuestion } from './switchQuestion.ts'

/** Calls of one account that take the deposit together: a setting of the contract, then calls about the depositor's own entry. */
export type ChainedSwitch = {
  of: Pick<AcceptedCall, 'made' | 'caller'>
  followedBy: ContractFunction
  takes: NonNullable<ClaimSwitch['takes']>
}

/** Of each account: settings with each of their last values. */
const MAX_TRIES = 12
/** Calls that follow a setting a second time, and on another day, after a delay that the contract asks for. */
const MAX_AGAIN = 12
const MAX_LATER = 16
/** Values of a setting that names a contract of the account’s own, and functions that may pay there. */
const MAX_ASKING_WAYS = 2
const MAX_ASKING_RUNS = 8
const MAX_BEFORE = 2
const DAY = 86_400n
/** Percent of what comes back without the calls, and of the deposit. */
const OFF_PERCENT = 50n
const TAKEN_PERCENT = 50n
const PAID_PERCENT = 5n

/**
 * Finds settings of a privileged account that open calls about the depositor's own entry, by which the same account takes the deposit: a
 * worthless token that counts as the asked one, a list of those that may act for all, a second contract. The settings are made for a token and
 * a contract of the account's own, and for itself; then its calls name the deposit's ids, twice, so that one may prepare the next. `alone`:
 * selectors that do harm by themselves.
 */
export async function chainedSwitches(
  { simulator }: { simulator: Simulator },
  question: SwitchQuestion,
  searched: Searched,
  alone: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ChainedSwitch[]> {
  const { account, watched, paid, contract, work } = question
  const { context, tried, refused } = searched
  const { fixture, bytecode } = context
  const [now, ...rest] = paid.walk?.blocks ?? []
  const { callers, pots, settingsOf, askingSettings, waysOf, drawsOf } = createChainedCalls(question, searched, alone)
  if (now === undefined || callers.length === 0 || work.isOver()) return []
  const assets = watched.flatMap(({ asset }) => asset ?? [])
  const overrides: StateOverrides = { [fixture.probe]: { code: accompliceCode(assets[0] ?? null) } }

  const found: ChainedSwitch[] = []
  for (const caller of callers) {
    found.push(...(await namedContracts(caller)))
    const settings = settingsOf(caller)
    if (settings.length === 0 || work.isOver()) continue
    const tries = settings.flatMap((one) => waysOf(one).map((calls) => ({ ...one, calls }))).slice(0, MAX_TRIES)
    // A call about two accounts, made in both orders, would undo itself.
    const [given, reversed] = [drawsOf(caller, settings, 'given'), drawsOf(caller, settings, 'reversed')]
    const isOrdered = given.some(({ data }, at) => data !== reversed[at]?.data)
    for (const draws of isOrdered ? [given, reversed] : [given]) {
      const own = await draining(caller, tries, draws)
      found.push(...own.slice(0, 1))
      if (own.length > 0) break
    }
  }
  return found

  /** The account names a contract of its own, which a setting asks something, and another function then pays there. */
  async function namedContracts(caller: Candidate): Promise<ChainedSwitch[]> {
    const from = caller.address
    const pair = [[fixture.probe, fixture.probe]] as const
    const passed = tried.filter((one) => one.caller.address === from && one.made.gated)
    // What needs a named contract to pay, and what paid before.
    const waiting = refused.flatMap(({ made }) => (made.asks.length > 0 ? [made] : []))
    const paying = [...new Set([...waiting, ...passed.map(({ made }) => made)])].filter(namesAccount)
    let runs = 0
    for (const setting of askingSettings(caller)) {
      const ways = roleCalls({ contract: setting.target.address, made: setting.made, from }, pair, {
        amounts: [PLENTY, ...pots.slice(0, 1)],
        ids: [],
      })
      const tries = ways.slice(0, MAX_ASKING_WAYS).map((call) => ({ ...setting, calls: [call] }))
      for (const made of paying.filter((one) => one !== setting.made)) {
        const there = roleCalls({ contract, made, from }, pair, { amounts: [PLENTY, ...pots], ids: [] })
        // What it could do before may bring back what others hold of the deposits.
        const before = passed.filter((one) => one.made === made).slice(0, MAX_BEFORE)
        for (const first of [null, ...before]) {
          if (runs++ >= MAX_ASKING_RUNS || work.isOver()) return []
          const draws = [...(first === null ? [] : [first.call]), ...there].slice(0, MAX_DRAW_CALLS)
          const own = await draining(caller, tries, draws)
          if (own.length > 0) return own.slice(0, 1)
        }
      }
    }
    return []
  }

  async function draining(
    caller: Candidate,
    tries: readonly (Setting & { calls: readonly Transaction[] })[],
    draws: readonly Transaction[],
  ): Promise<ChainedSwitch[]> {
    const [idle = null, ...seen] = await run(
      [[], ...tries.map(({ calls }) => calls)].map((calls) => walkOf(caller, calls, draws)),
    )
    if (idle === null || isOff(idle)) return []
    return tries.flatMap(({ made }, at): ChainedSwitch[] => {
      const one = seen[at] ?? null
      const taken = one === null || !isOff(one) || isPaidFor(one, caller) ? null : takenIn(one, idle, caller)
      // What the setting pays by itself is its usual course: an order is shipped, a sale is settled.
      if (taken === null || taken.call.data.startsWith(made.selector)) return []
      return [{ of: { made, caller }, followedBy: functionOf(taken.call) ?? made, takes: taken.takes }]
    })
  }

  /** The depositor's own way out comes after the calls, and the caller's beside it, with the same waits: what was moved to it may leave like any deposit. */
  function walkOf(caller: Candidate, settings: readonly Transaction[], draws: readonly Transaction[]): Walk {
    const later = [...draws.slice(0, MAX_LATER), ...withCaller(now?.calls ?? [], caller)]
    return {
      overrides,
      blocks: [
        { calls: [...settings, ...draws, ...draws.slice(0, MAX_AGAIN)] },
        { calls: later, seconds: DAY + (now?.seconds ?? 0n) },
        ...rest.map((one) => ({ ...one, calls: withCaller(one.calls, caller) })),
      ],
    }
  }

  function withCaller(calls: readonly Transaction[], { address }: Candidate): Transaction[] {
    const own = calls.filter(({ from }) => from === account)
    const swapped = own.map(({ to, data }) =>
      callAs(address, to ?? contract, data.replaceAll(account.slice(2), address.slice(2)) as Hex),
    )
    return [...calls, ...swapped]
  }

  async function run(walks: readonly Walk[]): Promise<(WalkOutcome | null)[]> {
    const replays = await replayWalks(simulator, question, { walks }, signal)
    return replays.map((one) => one?.read ?? null)
  }

  function isOff({ returned }: WalkOutcome): boolean {
    return watched.some((_, at) => (returned.at(-1)?.[at] ?? 0n) * 100n < (paid.returned[at] ?? 0n) * OFF_PERCENT)
  }

  /** Whether the caller's calls gave the depositor a part of the deposit's assets: a purchase, or a payment of another kind. */
  function isPaidFor({ calls }: WalkOutcome, { address }: Candidate): boolean {
    const paidTo = calls.flatMap(({ call, success, moves }) =>
      success && call.from === address ? moves.filter(({ to }) => to === account) : [],
    )
    return watched.some(({ amount }, at) => {
      const sum = paidTo.reduce((all, one) => all + (one.index === at ? one.amount : 0n), 0n)
      return sum > 0n && sum * 100n >= amount * PAID_PERCENT
    })
  }

  /** What the caller's calls pay out beyond what they do without the settings: a caller may have a deposit of its own. */
  function takenIn(one: WalkOutcome, idle: WalkOutcome, by: Candidate) {
    const moves = payoutsIn(one, by)
    const before = payoutsIn(idle, by)
    for (const [index, { asset, amount }] of watched.entries()) {
      const own = moves.filter((move) => move.index === index)
      const receivers = Map.groupBy(own, ({ to }) => to)
      for (const [receiver, list] of receivers) {
        const usual = before.filter((move) => move.index === index && move.to === receiver)
        const sum = sumOf(list) - sumOf(usual)
        const last = list.at(-1)
        if (last !== undefined && sum * 100n >= amount * TAKEN_PERCENT)
          return { takes: { asset, amount: sum, receiver }, call: last.call }
      }
    }
    return null
  }

  function payoutsIn({ calls }: WalkOutcome, { address }: Candidate) {
    const pockets = [contract, ...question.takers]
    return calls.flatMap(({ call, moves }) =>
      call.from === address
        ? moves
            .filter(({ from, to }) => pockets.includes(from) && !pockets.includes(to) && to !== account)
            .map((move) => ({ call, ...move }))
        : [],
    )
  }

  function functionOf({ data }: Transaction): ContractFunction | null {
    return bytecode.functions.find(({ selector }) => data.startsWith(selector)) ?? null
  }
}

function sumOf(moves: readonly { amount: bigint }[]): bigint {
  return moves.reduce((sum, { amount }) => sum + amount, 0n)
}
