import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { SimulationUnavailable, type Simulator, type StateOverrides } from '../simulation/simulator.ts'
import type { WriteCall } from './lastWrite.ts'

type Question = {
  block: PinnedBlock
  contract: Address
  slot: Hex
  /** Writes that were all refused. */
  calls: readonly WriteCall[]
  stateOverrides: StateOverrides
}

const MAX_TRIED = 12
/** Seconds after which a limit on how often a word is written has passed, mostly. */
const WAIT = 8n * 86_400n
const PURSE = 10n ** 18n

/** Words that refused writes store later: contracts limit how often, and how far, a word moves. Empty where none went through. */
export async function laterWords(
  simulator: Pick<Simulator, 'stateDiffs'>,
  { block, contract, slot, calls, stateOverrides }: Question,
  signal: AbortSignal,
): Promise<Hex[]> {
  const words = await Promise.all(byTurns(calls).slice(0, MAX_TRIED).map(wordAfter))
  return [...new Set(words.flatMap((one) => one ?? []))]

  async function wordAfter({ call, storage }: WriteCall): Promise<Hex | null> {
    const overrides: StateOverrides = { ...stateOverrides }
    for (const [at, own] of Object.entries(storage) as [Address, Record<Hex, Hex>][])
      overrides[at] = { ...overrides[at], storage: { ...overrides[at]?.storage, ...own } }
    overrides[call.from] = { ...overrides[call.from], balance: PURSE }
    const sequence = { blocks: [{ calls: [call], seconds: WAIT }], stateOverrides: overrides }
    try {
      const diffs = await simulator.stateDiffs({ block, sequence, signal })
      return diffs.at(-1)?.[contract]?.storage[slot]?.after ?? null
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SimulationUnavailable) return null
      throw error
    }
  }
}

/** The first call of each account, then the second of each. */
function byTurns(calls: readonly WriteCall[]): WriteCall[] {
  const rows = [...Map.groupBy(calls, ({ call, write }) => `${call.from} ${write.selector}`).values()]
  return calls.flatMap((_, turn) => rows.flatMap((row) => row[turn] ?? []))
}
