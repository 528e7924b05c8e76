import { isBurnAddress } from '../effects.ts'
import type { Lifted, Write } from '../paths/pull.ts'

/**
 * Tells of words of an account's storage whether others may write them, by any number of calls: a path writes them without a call or signature
 * of the account, and each word that has to be another for it to be gone is written by others too. Entries of one mapping count as one.
 */
export function writtenByOthers(
  writes: readonly Write[],
  { bases, isByAccount }: { bases: ReadonlyMap<bigint, bigint>; isByAccount: (write: Write) => boolean },
): (slot: bigint) => boolean {
  const keyOf = (slot: bigint) => {
    const base = bases.get(slot)
    return base === undefined ? `${slot}` : `entry of ${base}`
  }
  const asked = ({ slot, list, identity }: Lifted) => [
    ...(slot === undefined ? [] : [keyOf(slot)]),
    ...(list === undefined ? [] : [`entry of ${list}`]),
    ...(identity?.slot !== undefined && isBurnAddress(identity.other) ? [keyOf(identity.slot)] : []),
  ]
  let left = writes
    .filter((write) => !isByAccount(write))
    .map(({ slot, lifted }) => ({ key: keyOf(slot), asked: [...new Set(lifted.flatMap(asked))] }))
  const open = new Set<string>()
  for (let before = -1; before < open.size; ) {
    before = open.size
    const next = left.filter((one) => one.asked.some((key) => !open.has(key)))
    for (const { key, asked: words } of left) if (words.every((word) => open.has(word))) open.add(key)
    left = next
  }
  return (slot) => open.has(keyOf(slot))
}
