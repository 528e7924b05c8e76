import type { Hex } from '@redoubt/risk/address.ts'
import type { Place, Value } from './value.ts'

export function hexOf(slot: bigint): Hex {
  return `0x${slot.toString(16).padStart(64, '0')}`
}

/**
 * Reads where a slot expression points, by how compilers lay storage out: a constant is a word, `keccak(key ‖ slot)` an
 * entry of a mapping (Solidity; Vyper hashes `slot ‖ key`), `keccak(slot) + n` an item of an array. Null for others.
 */
export function placeOf(slot: Value): Place | null {
  if (slot.constant !== null) return { slot: hexOf(slot.constant), kind: 'word', keys: [] }
  if (slot.op === 'ADD' || slot.op === 'SUB' || slot.op === 'OR') {
    // Members of a struct, items of an array: the side with a hash says where.
    for (const side of slot.args) {
      const place = side.constant === null ? placeOf(side) : null
      if (place !== null) return place
    }
    // Item n of an array in a fixed place, or a hash computed by the compiler plus an index.
    const fixed = slot.args.find(({ constant }) => constant !== null)?.constant
    return fixed === undefined || fixed === null ? null : { slot: hexOf(fixed), kind: 'array', keys: [] }
  }
  return slot.op === 'KECCAK' ? hashedPlace(slot.args) : null
}

function hashedPlace(words: readonly Value[]): Place | null {
  const [first, second] = words
  if (first === undefined) return null
  if (second === undefined)
    return first.constant === null ? null : { slot: hexOf(first.constant), kind: 'array', keys: [] }
  // Vyper writes the slot first. Solidity's slot is a constant or, nested, another hash.
  const solidity = second.constant !== null || second.op === 'KECCAK' || isOffset(second)
  const [key, base] = solidity ? [first, second] : [second, first]
  if (base.constant !== null) return { slot: hexOf(base.constant), kind: 'mapping', keys: [key] }
  const outer = placeOf(base)
  return outer === null ? null : { slot: outer.slot, kind: 'mapping', keys: [...outer.keys, key] }
}

/** `keccak(…) + n`: a mapping inside a struct inside a mapping. */
function isOffset({ op, args }: Value): boolean {
  return op === 'ADD' && args.some((value) => value.op === 'KECCAK')
}
