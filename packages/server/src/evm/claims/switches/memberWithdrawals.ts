import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import { readStateAfter } from '../../decode/readState.ts'
import { CALLER_OF_FUNCTIONS, type Candidate } from '../../privileges/holders/candidate.ts'
import type { StateOverrides } from '../../simulation/simulator.ts'
import { quoteSlots } from '../../trade/quoteSlots.ts'
import { word } from '../../trade/trader.ts'
import { pastDeposits } from '../exits/pastDeposits.ts'
import type { ClaimSources, Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { replayWalks } from '../runs/replayWalks.ts'
import type { SwitchQuestion } from './switchQuestion.ts'

/** Calls of one account before the withdrawal, and what was seen of both. */
type Act = {
  of: { made: ContractFunction; caller: Pick<Candidate, 'address' | 'by' | 'role'> }
  calls: readonly Transaction[]
  seen: WalkOutcome
}
type Question = Pick<
  SwitchQuestion,
  'block' | 'account' | 'held' | 'runs' | 'watched' | 'takers' | 'contract' | 'paid' | 'simulation' | 'exits'
>

const MAX_ACTS = 4
/** How often the calls are made where the contract holds as much more: who has a record of what he paid in has nothing left to take. */
const TIMES = 3
const MAX_OWN = 4
/** Percent of what came back before: what the withdrawal pays all the same, and what the depositor gets by the same function. */
const WHOLE_PERCENT = 90n
const OWN_PERCENT = 75n
/** Percent of what an account takes that it paid in: the rest is interest. */
const PAID_PERCENT = 80n

/**
 * Returns the acts by which members take back their own money, so that the contract only lacks what it has lent out or invested. Their account is
 * known by its calls alone, and it paid in lately what it takes, or the depositor gets his own by the same function. Executed: once
 * the contract holds as much more as they take, they take no more of it, however often they call, and the withdrawal pays whole.
 * `at`: the block of the withdrawal in which they call.
 */
export async function memberWithdrawals<One extends Act>(
  { chain, simulator }: Pick<ClaimSources, 'chain' | 'simulator'>,
  question: Question,
  { acts, at: place = 0 }: { acts: readonly One[]; at?: number },
  signal: AbortSignal,
): Promise<Set<One>> {
  const { block, account, watched, takers, contract, paid, simulation, exits } = question
  const [first] = watched
  if (first === undefined || watched.length > 1) return new Set()
  const { asset } = first
  const pots = [...new Set([...takers, contract])]
  const possible = acts.filter(isPossible).slice(0, MAX_ACTS)
  if (possible.length === 0) return new Set()
  const more = await toppedUp(possible.reduce((sum, one) => (sumOf(one) > sum ? sumOf(one) : sum), 0n))
  if (more === null) return new Set()
  const blocks = paid.walk?.blocks ?? []
  const withdrawn = possible.map(({ calls }): Walk => {
    const repeated = Array.from({ length: TIMES }, () => calls).flat()
    return {
      overrides: more,
      blocks: blocks.map((one, index) => (index === place ? { ...one, calls: [...repeated, ...one.calls] } : one)),
    }
  })
  const own = possible.map(({ of: { made } }): Walk => {
    const calls = exits.filter(({ data }) => data.startsWith(made.selector)).slice(0, MAX_OWN)
    return {
      overrides: more,
      blocks: blocks.map((one, index) => ({ ...one, calls: index === blocks.length - 1 ? calls : [] })),
    }
  })
  const replays = await replayWalks(simulator, question, { walks: [...withdrawn, ...own] }, signal)
  const pays = (at: number, percent: bigint) => {
    const read = replays[at]?.read
    return read !== undefined && returnedOf(read) * 100n >= (paid.returned[0] ?? 0n) * percent
  }
  const found = new Set<One>()
  for (const [at, act] of possible.entries()) {
    if (!pays(at, WHOLE_PERCENT)) continue
    if (pays(possible.length + at, OWN_PERCENT) || (await hasPaid(act))) found.add(act)
  }
  return found

  /** What it pays itself or another account, by a function that strangers are refused. */
  function isPossible(act: One): boolean {
    const { caller } = act.of
    return caller.by === CALLER_OF_FUNCTIONS && caller.role !== 'stranger' && sumOf(act) > 0n
  }

  /** What its calls moved out of what the deposit is kept in. */
  function sumOf({ calls, seen }: One): bigint {
    const moves = seen.calls.slice(0, calls.length).flatMap((one) => (one.success ? one.moves : []))
    return moves.reduce(
      (sum, { from, to, amount }) => (pots.includes(from) && !pots.includes(to) ? sum + amount : sum),
      0n,
    )
  }

  async function hasPaid(act: One): Promise<boolean> {
    if (asset === null) return false
    for (const pot of pots) {
      const paidIn = (await pastDeposits({ chain }, { block, account }, { asset, contract: pot }, signal)) ?? []
      const sum = paidIn.find(([other]) => other === act.of.caller.address)?.[1] ?? 0n
      if (sum * 100n >= sumOf(act) * PAID_PERCENT) return true
    }
    return false
  }

  /** The state in which each account that holds the asset has so much more of it; null where the token hides its balances. */
  async function toppedUp(amount: bigint): Promise<StateOverrides | null> {
    if (asset === null) {
      const held = await Promise.all(
        pots.map(async (pot) => simulation.stateDiff[pot]?.balance?.after ?? chain.balance(block, pot, signal)),
      )
      return Object.fromEntries(pots.map((pot, at) => [pot, { balance: (held[at] ?? 0n) + amount }]))
    }
    const slotOf = await quoteSlots({ chain, simulator }, { block, token: asset }, signal)
    if (slotOf === null) return null
    const reads = pots.map((pot) => ({ to: asset, data: callData('balanceOf', pot) }))
    const held = (await readStateAfter(simulator, block, simulation)(reads, signal)).map(wordAt)
    const storage = pots.flatMap((pot: Address, at): [Hex, Hex][] => {
      const before = held[at] ?? 0n
      return before === 0n ? [] : [[slotOf(pot), `0x${word(before + amount)}`]]
    })
    return { [asset]: { storage: Object.fromEntries(storage) } }
  }
}

function returnedOf({ returned }: WalkOutcome): bigint {
  return returned.at(-1)?.[0] ?? 0n
}
