import type { Address, Hex } from '@redoubt/risk/address.ts'

/** The first words of a contract's storage: owner, supply, switches and limits of most stand there. */
const FIRST_WORDS = 16n
/** Words of a list that are read ahead at once: four times as many each time, up to so many. */
const MAX_AHEAD = 96n
const MAX_REMEMBERED = 2_000

/**
 * Which words are read beside one that is asked for, so that code that walks through storage waits for a few messages and not for a message
 * a word: the first words together, and of a list four times as many as before each time it goes on.
 */
export function createNeighbours(): (hash: Hex, address: Address, slot: bigint) => bigint[] {
  /** By block and account: the word that would go on from the last ones, and how many were read ahead then. */
  const walks = new Map<string, { next: bigint; ahead: bigint }>()
  return (hash, address, slot) => {
    const key = `${hash}:${address}:${slot < FIRST_WORDS ? 'first' : ''}`
    const walk = walks.get(key)
    walks.delete(key)
    if (slot < FIRST_WORDS) {
      remember(walks, key, { next: FIRST_WORDS, ahead: 0n })
      return walk === undefined ? range(0n, FIRST_WORDS).filter((one) => one !== slot) : []
    }
    const goesOn = walk?.next === slot
    const ahead = goesOn ? smaller(MAX_AHEAD, walk.ahead === 0n ? 8n : walk.ahead * 4n) : 0n
    remember(walks, key, { next: slot + ahead + 1n, ahead })
    return range(slot + 1n, ahead).filter((one) => one < 2n ** 256n)
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest)
}

function range(from: bigint, count: bigint): bigint[] {
  return Array.from({ length: Number(count) }, (_, index) => from + BigInt(index))
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
