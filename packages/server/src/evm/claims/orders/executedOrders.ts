import type { Address } from '@redoubt/risk/address.ts'
import { isRecordRaised } from '@redoubt/risk/derive/raisedRecords.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { CallFrame, StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { AnswerTooLarge } from '../../simulation/engine/engineCall.ts'
import { SimulationUnavailable, type Simulator } from '../../simulation/simulator.ts'
import type { Watched } from '../runs/claimRuns.ts'
import type { SwitchQuestion, SwitchTake } from '../switches/switchQuestion.ts'

const MAX_ACTS = 6
/** Percent of an asset that leaves the contract, from which on it is taken. */
const TAKEN_PERCENT = 50n
/** USD, and part of all that is deposited, up to which what another account gains is the fee for its call. */
const FEE_USD = 20
const FEE_PART = 0.1

/** What an act turns into other records of the depositor's, and what it takes beyond a fee. */
type Order = { executes: NonNullable<ClaimSwitch['executes']>; taken: SwitchTake[] }
type Act = { of: { made: ContractFunction }; calls: readonly Transaction[]; taken: readonly SwitchTake[] }

/**
 * Finds the acts that execute what the depositor asked for: they lower what the deposit wrote, raise another record of the depositor's by most of
 * the sum, leave the assets where they are, and write what a further function of the depositor's uses. Returns the assets of such records, and
 * what each act takes beyond a fee, in base units.
 */
export async function executedOrders<One extends Act>(
  { simulator }: { simulator: Simulator },
  question: SwitchQuestion,
  { acts, functions }: { acts: readonly One[]; functions: readonly ContractFunction[] },
  signal: AbortSignal,
): Promise<Map<One, Order>> {
  const { block, account, held, runs, watched, takers, contract, simulation } = question
  const pots = [...new Set([contract, ...takers])]
  const possible = acts
    .filter((act) => isUsable(act) && watched.some((one) => isKept(one, act.taken)))
    .slice(0, MAX_ACTS)
  const found = new Map<One, Order>()
  for (const act of possible) {
    const diffs = await diffsOf(act)
    const staying = watched.filter((one) => isKept(one, act.taken))
    const recorded = staying.filter((one) => diffs.some((diff) => isLowered(diff) && isRecorded(diff, one)))
    const taken = act.taken.filter((one) => !isFee(one, watched))
    if (recorded.length > 0) found.set(act, { executes: recorded.map(({ asset }) => asset), taken })
  }
  return found

  /** Empty where it could not be traced: the act is then judged by its payments alone. */
  async function diffsOf({ calls }: One): Promise<StateDiff[]> {
    const sequence = runs.sequenceOf(account, held, { blocks: [{ calls }] })
    return simulator.stateDiffs({ block, sequence, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof SimulationUnavailable || error instanceof AnswerTooLarge) return []
      throw error
    })
  }

  /** Whether a function that is open to the depositor, neither the deposit nor this withdrawal, uses what the act writes. */
  function isUsable({ of: { made } }: One): boolean {
    const known = new Set([
      made.selector,
      question.paid.call?.data.slice(0, 10),
      ...selectorsIn(simulation.trace, contract),
    ])
    return functions.some(
      ({ selector, gated, mutability, reads, writes }) =>
        !known.has(selector) &&
        !gated &&
        mutability !== 'view' &&
        mutability !== 'pure' &&
        [...reads, ...writes].some((slot) => made.writes.includes(slot)),
    )
  }

  /** Whether a word that the deposit wrote falls. */
  function isLowered(diff: StateDiff): boolean {
    return pots.some((pot) => {
      const written = simulation.stateDiff[pot]?.storage ?? {}
      return Object.entries(diff[pot]?.storage ?? {}).some(
        ([slot, { before, after }]) => slot in written && BigInt(after) < BigInt(before),
      )
    })
  }

  function isRecorded(diff: StateDiff, { asset, amount }: Watched): boolean {
    const words = question.named.map(BigInt)
    return isRecordRaised(diff, { account, asset, takers: pots, items: [...question.ids, ...words] }, amount)
  }
}

function isKept({ asset, amount }: Watched, taken: readonly SwitchTake[]): boolean {
  const sum = taken.reduce((all, one) => (one.asset === asset ? all + one.amount : all), 0n)
  return sum * 100n < amount * TAKEN_PERCENT
}

/** Whether what is taken is worth little beside the whole deposit. */
function isFee({ asset, amount }: SwitchTake, watched: readonly Watched[]): boolean {
  const own = watched.find((one) => one.asset === asset)
  if (own?.usd == null || own.amount <= 0n) return false
  const usd = (own.usd * Number((amount * 1_000_000n) / own.amount)) / 1_000_000
  const total = watched.reduce((sum, one) => sum + (one.usd ?? 0), 0)
  return usd <= FEE_USD || usd <= total * FEE_PART
}

/** Functions of the contract that an execution called. */
function selectorsIn(frame: CallFrame | null, contract: Address): string[] {
  if (frame === null) return []
  const own = frame.to === contract ? [frame.input.slice(0, 10)] : []
  return [...own, ...frame.calls.flatMap((call) => selectorsIn(call, contract))]
}
