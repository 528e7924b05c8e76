import type { StateDiff } from '@redoubt/risk/execution.ts'
import type { ContractFunction, LocatedSlots } from '@redoubt/risk/facts/bytecode.ts'
import type { Address, Hex } from '@redoubt/risk/facts.ts'
import type { SlotPlace } from './locateSlots.ts'

/** All that runs on one contract's storage. `complete` false: functions, or what they write, may be missing. */
export type StorageCode = { functions: readonly ContractFunction[]; slots: readonly LocatedSlots[]; complete: boolean }

/**
 * What a slot that was read is to the sender. `own`: its balances, allowances and entries that only accounts themselves
 * write. `fixed`: nothing writes it. `market`: anybody's ordinary use moves it. `open`: somebody else may set it.
 */
export type SlotKind = 'own' | 'fixed' | 'market' | 'open'

export type ClassifiedSlot = { kind: SlotKind; writers: readonly ContractFunction[] }

/**
 * Tells by the functions that write a slot whether others can change it before inclusion. `changed`: the transaction itself
 * changes it, as trades change reserves; `mine`: an entry of somebody's whose assets are at stake. Entries of others are theirs to
 * write: a flag may be what its owner says of himself.
 */
export function classifySlot(
  place: SlotPlace | null,
  { functions, slots, complete }: StorageCode,
  changed: boolean,
  mine = true,
): ClassifiedSlot {
  const entry = mine ? 'own' : changed ? 'market' : 'open'
  // An entry whose mapping could not be found again: nobody can tell who writes it.
  if (place === null) return { kind: changed ? 'market' : 'open', writers: [] }
  const { base, keys } = place
  const writers = functions.filter(({ writes }) => writes.includes(base))
  const personal = slots.some(({ balances, allowances }) => base === balances || base === allowances)
  if (keys.length > 0 && personal) return { kind: entry, writers }
  if (slots.some(({ totalSupply }) => totalSupply === base) && keys.length === 0) return { kind: 'market', writers }
  if (writers.length === 0) return { kind: complete ? 'fixed' : changed ? 'market' : 'open', writers }
  const gated = writers.filter((writer) => writer.gated)
  // Functions for everybody write entries of their caller: of those, only what a privileged one may set is another's.
  if (keys.length > 0) return gated.length === 0 ? { kind: entry, writers } : { kind: 'open', writers: gated }
  return { kind: changed && gated.length === 0 ? 'market' : 'open', writers }
}

/** Whether the transaction changes a slot. */
export function changes(diff: StateDiff, contract: Address, slot: Hex): boolean {
  return diff[contract]?.storage[slot] !== undefined
}
