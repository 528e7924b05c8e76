import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { remember } from '../rpc/stateCache.ts'

/** Where a slot lies in Solidity's layout: a word by itself, or part of an entry of a mapping or array at `base`. */
export type SlotPlace = { base: Hex; keys: readonly Hex[] }

/** Words of a struct in a mapping, and items of an array, that are still found. */
const MAX_IN_STRUCT = 8n
const MAX_ITEMS = 1n << 32n

/**
 * Finds slots again: base slots as they are, entries of mappings under known keys, entries of mappings of mappings whose
 * first key is `first`, with the words of structs that follow, and items of arrays. Null: none of these.
 */
export function createLocator(layout: { bases: readonly Hex[]; keys: readonly Hex[]; first: readonly Hex[] }) {
  const { bases, keys, first } = layout
  const known = new Map<bigint, SlotPlace>()
  for (const base of bases) {
    for (const key of keys) known.set(BigInt(entry(`${key}${base.slice(2)}`)), { base, keys: [key] })
    for (const outer of first) {
      const inner = entry(`${outer}${base.slice(2)}`)
      for (const key of keys) known.set(BigInt(entry(`${key}${inner.slice(2)}`)), { base, keys: [outer, key] })
    }
  }
  const words = new Set(bases)
  const arrays = bases.map((base) => ({ base, start: BigInt(entry(base)) }))
  return (slot: Hex): SlotPlace | null => {
    if (words.has(slot)) return { base: slot, keys: [] }
    const at = BigInt(slot)
    for (let offset = 0n; offset < MAX_IN_STRUCT; offset++) {
      const found = known.get(at - offset)
      if (found !== undefined) return found
    }
    const array = arrays.find(({ start }) => at >= start && at - start < MAX_ITEMS)
    return array === undefined
      ? null
      : { base: array.base, keys: [`0x${(at - array.start).toString(16).padStart(64, '0')}`] }
  }
}

/** The same few mappings of the same tokens come up in most scans. */
const entry = remember(5_000, (preimage: Hex): Hex => keccak256(preimage))
