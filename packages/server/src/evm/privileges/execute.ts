import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { countWork } from '../simulation/countWork.ts'
import { type CallOutcome, type Sequence, SimulationUnavailable, type StateOverrides } from '../simulation/simulator.ts'
import { initialBalanceOf } from './initialBalance.ts'
import type { PrivilegesContext } from './privilegesContext.ts'

/** Calls on top of the fixture, one after another in one block. */
export type Attempt = {
  calls: readonly Transaction[]
  overrides?: StateOverrides
  /** After so many calls, so many seconds pass. */
  pause?: { after: number; seconds: bigint }
}

/** Limits of sequences in the first message, whose gas use is still unknown, and in any message. */
const FIRST_CHUNK = 4
const MAX_CHUNK = 40
/** Gas of a message above which the next ones are smaller: some tenths of a second. */
const MUCH_GAS = 250_000_000n

/**
 * Executes attempts side by side, each on the pinned state and the stage. Null where the engine gave no answer, or the budget
 * ended first. `transfers`: logs tell moves of coins, too. An engine that gave up costs what is left of the attempts, and says so.
 */
export async function execute(
  context: Pick<PrivilegesContext, 'simulator' | 'block' | 'budget' | 'signal' | 'fixture'>,
  attempts: readonly Attempt[],
  what: string,
  { transfers }: { transfers: boolean } = { transfers: false },
): Promise<(CallOutcome[] | null)[]> {
  const { simulator, block, budget, signal, fixture } = context
  // The same calls have the same outcome.
  const keys = attempts.map(keyOf)
  const byKey = new Map(attempts.map((attempt, index) => [keys[index] ?? '', attempt]))
  const unique = [...byKey.values()]
  const places = new Map([...byKey.keys()].map((key, place) => [key, place]))
  const outcomes: (CallOutcome[] | null)[] = []
  // Later messages use the size that earlier ones allowed.
  let size = sizes.get(budget) ?? FIRST_CHUNK
  while (outcomes.length < unique.length) {
    const chunk = unique.slice(outcomes.length, outcomes.length + size)
    if (!budget.take(chunk.length, what)) break
    let gas = 0n
    let flooded = false
    try {
      const sequences = chunk.map((attempt) => sequenceOf(attempt, fixture.overrides))
      const engine = countWork(simulator, (work) => {
        gas += work.gas
      })
      const answers = await engine.simulateSequences({ block, sequences, signal, ...(transfers && { transfers }) })
      flooded = answers.includes(null)
      outcomes.push(...answers)
    } catch (error) {
      if (!(error instanceof SimulationUnavailable)) throw error
      budget.fail(what, error)
      break
    }
    // What floods is executed twice, with its message and alone, and a large message of floods ends the engine.
    size = flooded || gas > MUCH_GAS ? Math.max(1, size >> 2) : Math.min(MAX_CHUNK, size * 3)
    sizes.set(budget, size)
  }
  return keys.map((key) => outcomes[places.get(key) ?? -1] ?? null)
}

function keyOf(attempt: Attempt): string {
  return JSON.stringify(attempt, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

/** Number of sequences for the next message, by budget. */
const sizes = new WeakMap<object, number>()

function sequenceOf({ calls, overrides = {}, pause }: Attempt, fixture: StateOverrides): Sequence {
  const stateOverrides: StateOverrides = { ...fixture }
  for (const [address, own] of Object.entries(overrides) as [Address, StateOverrides[Address]][]) {
    const before = stateOverrides[address]
    stateOverrides[address] = { ...before, ...own, storage: { ...before?.storage, ...own.storage } }
  }
  for (const { from, value } of calls) {
    const before = stateOverrides[from]
    stateOverrides[from] = { ...before, balance: (before?.balance ?? initialBalanceOf(from)) + value }
  }
  if (pause === undefined) return { blocks: [{ calls }], stateOverrides }
  const { after, seconds } = pause
  return { blocks: [{ calls: calls.slice(0, after) }, { calls: calls.slice(after), seconds }], stateOverrides }
}
