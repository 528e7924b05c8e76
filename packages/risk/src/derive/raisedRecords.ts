import type { Address } from '../address.ts'
import type { StateDiff } from '../facts/execution.ts'
import { creditsOf, entriesOf, inner } from './creditOf.ts'

/** Mappings of mappings are looked for at the first storage slots, and structs in them up to this many words. */
const NESTED_SLOTS = 24n
const STRUCT_WORDS = 8n
const MAX_ITEMS = 12
const SMALL_ITEMS = [0n, 1n, 2n, 3n]
/** Widths of sums that are packed into one word, and where in it they begin. */
const PACKED_BITS = [64, 96, 112, 128, 256]
const PACKED_PLACES = [0n, 64n, 96n, 112n, 128n, 160n]
/** Percent of a sum that a record keeps of it at least. */
const KEPT_PERCENT = 50n

type Word = { before: bigint; after: bigint }
type Holder = { account: Address; asset: Address | null; takers: readonly Address[]; items: readonly bigint[] }

/**
 * Whether the takers raised a record of the account by most of the amount, and by no more than it: a word of a mapping keyed by the account,
 * or by the account and an item, or of an entry that names the account in a word beside it.
 */
export function isRecordRaised(diff: StateDiff, { account, asset, takers, items }: Holder, amount: bigint): boolean {
  const isKept = (sum: bigint) => sum <= amount && sum * 100n >= amount * KEPT_PERCENT
  if (creditsOf(diff, { account, address: asset, takers: [...takers] }).some(isKept)) return true
  const words = changedWords(diff, takers)
  const isRaised = ({ before, after }: Word) =>
    PACKED_PLACES.some((place) =>
      PACKED_BITS.some((bits) => isKept(BigInt.asUintN(bits, after >> place) - BigInt.asUintN(bits, before >> place))),
    )
  const own = BigInt(account).toString(16)
  const named = [...words].flatMap(([slot, { before, after }]) =>
    after.toString(16).includes(own) && !before.toString(16).includes(own) ? [slot - STRUCT_WORDS, slot] : [],
  )
  return [...named, ...placesOf(BigInt(account), items)].some((place) => {
    for (let at = place; at < place + STRUCT_WORDS; at++) {
      const word = words.get(at)
      if (word !== undefined && isRaised(word)) return true
    }
    return false
  })
}

function changedWords(diff: StateDiff, takers: readonly Address[]): Map<bigint, Word> {
  const all = takers.flatMap((taker) => Object.entries(diff[taker]?.storage ?? {}))
  return new Map(
    all.map(([slot, { before, after }]) => [BigInt(slot), { before: BigInt(before), after: BigInt(after) }]),
  )
}

/** Where entries under the account and an item begin. */
function placesOf(account: bigint, items: readonly bigint[]): bigint[] {
  const keys = [...new Set([...SMALL_ITEMS, ...items])].slice(0, MAX_ITEMS)
  const places: bigint[] = []
  for (let slot = 0n; slot < NESTED_SLOTS; slot++) {
    places.push(...entriesOf(account, slot).map(BigInt))
    for (const key of keys) places.push(...[...inner(account, key, slot), ...inner(key, account, slot)].map(BigInt))
  }
  return places
}
