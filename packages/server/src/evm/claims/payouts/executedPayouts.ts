import type { Address } from '@redoubt/risk/address.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privilegedAccount } from '../../bytecode/proxy/privilegedAccount.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import { overridesOf, readStateAfter } from '../../decode/readState.ts'
import type { ProposedCall } from '../../privileges/paths/proposedCall.ts'
import type { FoundPull } from '../../privileges/pulls/contractPulls.ts'
import { createConditionBudget, type OpenCondition, openConditions } from '../../privileges/pulls/openConditions.ts'
import { filledCall, zeroingCalls } from '../../privileges/pulls/proposal.ts'
import { callAs } from '../../rights/takeCalls.ts'
import type { StateOverrides } from '../../simulation/simulator.ts'
import type { OwnerQuestion } from '../callers/privilegedActs.ts'
import { type PrivilegedCaller, privilegedCallers } from '../callers/privilegedCallers.ts'
import type { Best, ClaimSources, claimRuns, Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import { takesBy } from '../switches/switchQuestion.ts'
import type { PayoutPaths } from './payoutPaths.ts'

type Question = {
  owned: OwnerQuestion
  paths: readonly PayoutPaths[]
  runs: ReturnType<typeof claimRuns>
  paid: Best
  /** Accounts that hold what left. */
  takers: readonly Address[]
}
/** Calls of one key, in order. Those of the last list come once the time of a short delay is over. */
type Attempt = {
  of: FoundPull
  proposal: readonly ProposedCall[]
  caller: PrivilegedCaller
  first: readonly Transaction[]
  last: readonly Transaction[]
}

/** Where there was nothing to make, or nothing could be. */
export const NOTHING_MADE = { switches: [], cut: false }

const MAX_PATHS = 4
const MAX_CALLERS = 2
/** Seconds between the calls of one path: a delay that users can react to is longer. */
const SHORT_DELAY = 3_600n
/** Seconds after which a real delay is over. */
const LONG_DELAY = 2_592_000n
/** Percent of what came back before, below which the calls have taken the withdrawal away. */
const OFF_PERCENT = 50n

/**
 * Makes the calls of found payments as the keys of the contract, before the withdrawal that works: those after which it pays less than half, and
 * what they take. The code decides what the walk through it only supposed: who may call, how much may be paid, and how long a call waits. A
 * delay is first set to nothing, where a call sets words of the contract. What other contracts say is set as the key, or any account, can set it.
 * `cut`: no call was found, and not all of that was looked at.
 */
export async function executedPayouts(
  sources: ClaimSources,
  { owned, paths, runs, paid, takers }: Question,
  signal: AbortSignal,
): Promise<{ switches: ClaimSwitch[]; cut: boolean }> {
  const { block, account, simulation, watched, work } = owned
  const { walk } = paid
  const [first] = watched
  if (walk === null || first === undefined) return NOTHING_MADE
  const [now, ...rest] = walk.blocks
  const budget = createConditionBudget()
  const found: ClaimSwitch[] = []
  // One after the other, so that the same ones have what is left of the budget, however fast the machine is.
  for (const path of paths) found.push(...(await ofPayer(path)))
  return { switches: found, cut: budget.cut && found.length === 0 }

  async function ofPayer({ payer, world, pulls }: PayoutPaths): Promise<ClaimSwitch[]> {
    const proposed = pulls.filter(isPossible).slice(0, MAX_PATHS)
    if (proposed.length === 0 || work.isOver()) return []
    const contract = payer.address
    const [{ callers }, sums] = await Promise.all([
      privilegedCallers(sources, { block, payer, except: [account, ...takers], callersOf: owned.callersOf }, signal),
      heldBy(contract),
    ])
    const keys = callers.filter(({ account: { account: kind } }) => kind === 'eoa')
    const amounts = [...new Set([...sums, first?.amount ?? 0n])].filter((one) => one > 0n)
    const holders = await Promise.all(proposed.map((of) => keysOf(of, keys)))
    const all = proposed.flatMap((of, at) =>
      (holders[at] ?? []).flatMap((caller) => amounts.flatMap((amount) => attemptsOf(of, caller, amount))),
    )
    const found = await takenIn(all, {})
    if (found.length > 0) return found
    const atOnce = all.filter(isInTwo).map(withoutDelay)
    const taken = await takenIn(atOnce, {})
    if (taken.length > 0) return taken
    const every = [...all, ...atOnce]
    const conditions: (OpenCondition & { of: FoundPull })[] = []
    // One after the other, so that the same ones have what is left of the budget.
    for (const of of proposed) {
      const [simple, inTwo] = [all, atOnce].map((some) => some.find((one) => one.of === of))
      conditions.push(...(await conditionsOf(inTwo ?? simple)))
    }
    for (const { overrides, by, of } of conditions) {
      const taken = await takenIn(
        every.filter((one) => one.of === of && (by === null || one.caller.candidate.address === by)),
        overrides,
      )
      if (taken.length > 0) return taken
    }
    // What a bound leaves to the key is none of the users': that it goes through shows the rest.
    const bounded = proposed.flatMap((of, at) =>
      of.bounded === true ? (holders[at] ?? []).flatMap((caller) => attemptsOf(of, caller, 0n)) : [],
    )
    await takenIn(bounded, {}, LONG_DELAY)
    for (const { overrides, by, of } of conditions)
      await takenIn(
        bounded.filter((one) => one.of === of && (by === null || one.caller.candidate.address === by)),
        overrides,
        LONG_DELAY,
      )
    return []

    /** The keys that may pass its guards: those that they name, else all. */
    async function keysOf({ guards }: FoundPull, known: readonly PrivilegedCaller[]): Promise<PrivilegedCaller[]> {
      const [named, ...more] = [...new Set(guards.flatMap(({ holder }) => holder ?? []))]
      if (named === undefined) return known.slice(0, MAX_CALLERS)
      if (more.length > 0 || named === account) return []
      const by = 'an account of its code'
      const kind = await privilegedAccount(sources.chain, { block, address: named, by }, signal)
      return kind.account === 'eoa'
        ? [{ candidate: { address: named, by, role: 'role', named: false }, account: kind }]
        : []
    }

    function attemptsOf(of: FoundPull, caller: PrivilegedCaller, amount: bigint): Attempt[] {
      const from = caller.candidate.address
      const filling = { holder: from, victim: account, amount, ...(first?.asset && { target: first.asset }) }
      return (of.proposals ?? []).map((proposal): Attempt => {
        const calls = proposal.map((one) => callAs(from, contract, filledCall(one, filling)))
        return { of, proposal, caller, first: calls.slice(0, -1), last: calls.slice(-1) }
      })
    }

    /** After each word of the contract that the key can set is set to nothing. */
    function withoutDelay(one: Attempt): Attempt {
      const from = one.caller.candidate.address
      const zeros = zeroingCalls(world.setters, one.proposal, from).map((data) => callAs(from, contract, data))
      return { ...one, first: [...zeros, ...one.first] }
    }

    async function conditionsOf(one: Attempt | undefined): Promise<(OpenCondition & { of: FoundPull })[]> {
      const last = one?.last[0]
      if (one === undefined || last === undefined) return []
      const state = overridesOf(simulation.stateDiff)
      const known = keys.map(({ candidate }) => candidate.address)
      const question = { block, contract, call: last, before: one.first, state, holders: known }
      return (await openConditions(sources, question, budget, signal)).map((found) => ({ ...found, of: one.of }))
    }

    async function takenIn(
      attempts: readonly Attempt[],
      overrides: StateOverrides,
      seconds = SHORT_DELAY,
    ): Promise<ClaimSwitch[]> {
      if (attempts.length === 0 || work.isOver()) return []
      const walks = attempts.map((one): Walk => {
        const exit = { ...now, calls: now?.calls ?? [] }
        const blocks =
          one.first.length === 0
            ? [{ calls: one.last, ...(seconds > SHORT_DELAY && { seconds }) }, exit]
            : [{ calls: one.first }, { calls: one.last, seconds }, exit]
        return { overrides, blocks: [...blocks, ...rest] }
      })
      const replays = await replayWalks(sources.simulator, { ...owned, runs, paid }, { walks }, signal)
      const switches = attempts.flatMap(({ of, caller, first: before, last }, at): ClaimSwitch[] => {
        const { read: seen, outcomes } = replays[at] ?? { read: null, outcomes: [] }
        if (seen === null || !isOffIn(seen)) return []
        if (!seen.calls.some(({ call, success }) => success && last.includes(call))) return []
        // Balances are read before the first call, and after each block.
        const readings = before.length === 0 ? 1 : 2
        const taken = takesBy(
          { account, watched, takers, contract },
          outcomes.slice(0, readings + before.length + last.length),
        )
        const { address, by } = caller.candidate
        const [takes = null] = taken
        if (takes === null) return []
        return [{ caller: address, by, selector: of.selector, signature: of.signature, isKey: true, takes, taken }]
      })
      // The largest of each call.
      const sorted = switches.toSorted((a, b) => ((a.takes?.amount ?? 0n) < (b.takes?.amount ?? 0n) ? -1 : 1))
      return [...new Map(sorted.map((one) => [`${one.caller} ${one.selector}`, one])).values()]
    }

    async function heldBy(address: Address): Promise<bigint[]> {
      const tokens = watched.flatMap(({ asset, assetType }) => (asset !== null && assetType === 'erc20' ? [asset] : []))
      const reads = tokens.map((token) => ({ to: token, data: callData('balanceOf', address) }))
      const [answers, coins] = await Promise.all([
        readStateAfter(sources.simulator, block, simulation)(reads, signal),
        watched.some(({ asset }) => asset === null)
          ? (simulation.stateDiff[address]?.balance?.after ?? sources.chain.balance(block, address, signal))
          : 0n,
      ])
      return [...answers.map((one) => wordAt(one) ?? 0n), coins]
    }
  }

  function isOffIn({ returned }: WalkOutcome): boolean {
    return watched.some((_, at) => (returned.at(-1)?.[at] ?? 0n) * 100n < (paid.returned[at] ?? 0n) * OFF_PERCENT)
  }
}

/** Whether a call stores what a later one does. */
function isInTwo({ first }: Attempt): boolean {
  return first.length > 0
}

/** A secret or a signature cannot be made here. */
function isPossible({ guards, proposals, through }: FoundPull): boolean {
  return (
    proposals !== undefined && through === undefined && guards.every(({ by }) => by !== 'secret' && by !== 'signature')
  )
}
