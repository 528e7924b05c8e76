import { keccak256, stringToHex } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { StateDiff } from '../facts/execution.ts'
import type { Loss } from './shapes.ts'

/** Mappings are looked for at the first storage slots, and structs in them up to this many words. */
const MAPPING_SLOTS = 32n
const STRUCT_WORDS = 8n
const MAX_KEYS = 6
/** The same of mappings of mappings, and inner keys that are no arguments: the first items of a shop. */
const NESTED_SLOTS = 12n
const SMALL_KEYS = [0n, 1n, 2n, 3n]

/**
 * By how much the takers raised a storage word of a mapping keyed by the payer (Solidity and Vyper hash key and slot in
 * opposite orders), or by the payer and the asset: deposits, stakes and shares are kept like that.
 */
export function creditOf(diff: StateDiff, loss: Loss): bigint {
  return creditsOf(diff, loss).reduce((most, one) => (one > most ? one : most), 0n)
}

/** By how much each such word was raised. */
export function creditsOf(diff: StateDiff, loss: Pick<Loss, 'takers' | 'account' | 'address'>): bigint[] {
  return changesOf(diff, loss, 1n)
}

/** By how much each such word was lowered. */
export function debitsOf(diff: StateDiff, from: Pick<Loss, 'takers' | 'account' | 'address'>): bigint[] {
  return changesOf(diff, from, -1n)
}

/** Each such word that was lowered: what it was, and by how much. */
export function loweredWords(
  diff: StateDiff,
  from: Pick<Loss, 'takers' | 'account' | 'address'>,
): { before: bigint; by: bigint }[] {
  return wordsOf(diff, from).flatMap(({ before, after }) => (after < before ? [{ before, by: before - after }] : []))
}

function changesOf(diff: StateDiff, of: Pick<Loss, 'takers' | 'account' | 'address'>, sign: bigint): bigint[] {
  return wordsOf(diff, of)
    .map(({ before, after }) => (after - before) * sign)
    .filter((increase) => increase > 0n)
}

function wordsOf(
  diff: StateDiff,
  { takers, account, address }: Pick<Loss, 'takers' | 'account' | 'address'>,
): { before: bigint; after: bigint }[] {
  const changed = new Map(
    takers
      .flatMap((taker) => Object.entries(diff[taker]?.storage ?? {}))
      .map(([slot, { before, after }]) => [BigInt(slot), { before: BigInt(before), after: BigInt(after) }] as const)
      .filter(([, { before, after }]) => before !== after),
  )
  const found: { before: bigint; after: bigint }[] = []
  for (let slot = 0n; changed.size > 0 && slot < MAPPING_SLOTS; slot++) {
    for (const entry of [...entriesOf(BigInt(account), slot), ...nestedEntriesOf(account, address, slot)]) {
      for (let word = 0n; word < STRUCT_WORDS; word++) {
        const one = changed.get(BigInt(entry) + word)
        if (one !== undefined) found.push(one)
      }
    }
  }
  return found
}

/**
 * Whether the takers wrote down who paid or what for: a word that holds the payer, or an entry of a mapping keyed by the payer or by
 * an argument of the call, as sellers, registrars and auctions do; or by the payer and an item. A record is no claim.
 */
export function isRecorded(diff: StateDiff, { takers, account }: Loss, steps: readonly DecodedCall[]): boolean {
  const words = takers.flatMap((taker) => Object.entries(diff[taker]?.storage ?? {}))
  const own = account.slice(2)
  if (words.some(([, { before, after }]) => after.includes(own) && !before.includes(own))) return true
  const changed = new Set(words.map(([slot]) => BigInt(slot)))
  const keys = [BigInt(account), ...steps.flatMap(({ args }) => args.flatMap(keyOf))].slice(0, MAX_KEYS)
  for (let slot = 0n; changed.size > 0 && slot < MAPPING_SLOTS; slot++)
    for (const key of keys)
      for (const entry of entriesOf(key, slot))
        for (let word = 0n; word < STRUCT_WORDS; word++) if (changed.has(BigInt(entry) + word)) return true
  const payer = BigInt(account)
  const items = new Set([...keys.slice(1), ...SMALL_KEYS])
  for (let slot = 0n; changed.size > 0 && slot < NESTED_SLOTS; slot++)
    for (const item of items)
      for (const entry of [...inner(payer, item, slot), ...inner(item, payer, slot)])
        if (changed.has(BigInt(entry))) return true
  return false
}

/** Registrars key names by their hash. */
function keyOf(value: unknown): bigint[] {
  if (typeof value === 'bigint') return [value]
  if (typeof value !== 'string') return []
  if (/^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(value)) return [BigInt(value)]
  return [BigInt(keccak256(/^0x([0-9a-f]{2})*$/i.test(value) ? (value as Hex) : stringToHex(value)))]
}

/** Entries of a mapping of mappings, by the payer and then the asset or the other way round. */
function nestedEntriesOf(account: Address, asset: Address | null, slot: bigint): Hex[] {
  if (asset === null) return []
  const [payer, token] = [BigInt(account), BigInt(asset)]
  return [...inner(payer, token, slot), ...inner(token, payer, slot)]
}

export function inner(first: bigint, second: bigint, slot: bigint): Hex[] {
  const [solidity, vyper] = entriesOf(first, slot)
  return [
    ...(solidity === undefined ? [] : entriesOf(second, BigInt(solidity)).slice(0, 1)),
    ...(vyper === undefined ? [] : entriesOf(second, BigInt(vyper)).slice(1)),
  ]
}

/** As Solidity and as Vyper hash them. */
export function entriesOf(key: bigint, slot: bigint): Hex[] {
  const [first, second] = [wordOf(key), wordOf(slot)]
  return [keccak256(`0x${first}${second}`), keccak256(`0x${second}${first}`)]
}

function wordOf(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
