import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import { changes, classifySlot } from './lastWrite.ts'
import { createLocator, type SlotPlace } from './locateSlots.ts'
import type { ContractCode } from './storageContexts.ts'

/** A slot that another account may set before inclusion. */
export type CandidateSlot = {
  contract: Address
  slot: Hex
  value: Hex
  place: SlotPlace | null
  writers: readonly ContractFunction[]
}

/** Base slots of one contract that entries of mappings are searched under. */
const MAX_BASES = 16

/** Sorts the slots read from one contract: those that another account may set, and whether trading moves others. */
export function candidateSlots(
  read: { contract: Address; words: ReadonlyMap<Hex, Hex>; code: ContractCode },
  path: { keys: readonly Hex[]; principals: readonly Hex[]; implementations: ReadonlySet<Address> },
  simulation: Pick<Simulation, 'stateDiff'>,
): { open: CandidateSlot[]; market: boolean } {
  const { contract, words, code } = read
  const bases = [...new Set(code.functions.flatMap(({ reads, writes }) => [...reads, ...writes]))]
  const locate = createLocator({ bases: bases.slice(0, MAX_BASES), keys: path.keys, first: path.principals })
  const whole = new Set(bases)
  const open: CandidateSlot[] = []
  let market = false
  for (const [slot, value] of words) {
    // Implementations are reported separately: a proxy's code is `upgradeable`.
    const target: Address = `0x${value.slice(26)}`
    if (path.implementations.has(target)) continue
    const place = whole.has(slot) ? { base: slot, keys: [] } : locate(slot)
    const mine = place === null || place.keys.some((key) => path.principals.includes(key))
    const { kind, writers } = classifySlot(place, code, changes(simulation.stateDiff, contract, slot), mine)
    if (kind === 'market') market = true
    if (kind === 'open') open.push({ contract, slot, value, place, writers })
  }
  return { open, market }
}

/** Orders plain words first, then entries of mappings, then unlocated slots. */
export function rankSlots(slots: readonly CandidateSlot[]): CandidateSlot[] {
  const rank = ({ place, writers }: CandidateSlot) =>
    place === null ? 3 : (place.keys.length > 0 ? 1 : 0) + (writers.length === 0 ? 1 : 0)
  return slots.toSorted((one, other) => rank(one) - rank(other))
}
