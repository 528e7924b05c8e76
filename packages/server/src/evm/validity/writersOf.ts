import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { StateDiff } from '@redoubt/risk/execution.ts'
import type { ContractFunction, LocatedSlots } from '@redoubt/risk/facts/bytecode.ts'
import type { SlotPlace } from './locateSlots.ts'

/** All code that runs on one contract's storage. `complete` false: functions, or their writes, may be missing. */
export type StorageCode = { functions: readonly ContractFunction[]; slots: readonly LocatedSlots[]; complete: boolean }

/**
 * Kind of a read slot, from the sender's view. `own`: its balances, allowances and entries that only the account itself writes.
 * `fixed`: no code writes it. `market`: ordinary use by any account moves it. `open`: another account may set it.
 */
export type SlotKind = 'own' | 'fixed' | 'market' | 'open'

export type ClassifiedSlot = { kind: SlotKind; writers: readonly ContractFunction[] }

/**
 * Classifies a slot by the functions that write it: whether others can change it before inclusion. `changed`: the transaction
 * itself changes it, as trades change reserves; `mine`: an entry of an account whose assets are at stake. Other accounts write
 * their own entries: a flag may be an account's own statement.
 */
export function classifySlot(
  place: SlotPlace | null,
  { functions, slots, complete }: StorageCode,
  changed: boolean,
  mine = true,
): ClassifiedSlot {
  const entry = mine ? 'own' : changed ? 'market' : 'open'
  // An entry without a known mapping: its writer is unknown.
  if (place === null) return { kind: changed ? 'market' : 'open', writers: [] }
  const { base, keys } = place
  const writers = functions.filter(({ writes }) => writes.includes(base))
  const personal = slots.some(({ balances, allowances }) => base === balances || base === allowances)
  if (keys.length > 0 && personal) return { kind: entry, writers }
  if (slots.some(({ totalSupply }) => totalSupply === base) && keys.length === 0) return { kind: 'market', writers }
  if (writers.length === 0) return { kind: complete ? 'fixed' : changed ? 'market' : 'open', writers }
  const gated = writers.filter((writer) => writer.gated)
  // Open functions write entries of their caller: of a personal entry, only privileged writers count as others.
  if (keys.length > 0) return gated.length === 0 ? { kind: entry, writers } : { kind: 'open', writers: gated }
  return { kind: changed && gated.length === 0 ? 'market' : 'open', writers }
}

/** Whether the transaction changes a slot. */
export function changes(diff: StateDiff, contract: Address, slot: Hex): boolean {
  return diff[contract]?.storage[slot] !== undefined
}
