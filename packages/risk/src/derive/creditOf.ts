import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { StateDiff } from '../execution.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Loss } from './shapes.ts'

/** Mappings are looked for at the first storage slots, and structs in them up to this many words. */
const MAPPING_SLOTS = 32n
const STRUCT_WORDS = 8n
const MAX_KEYS = 6

/**
 * By how much the takers raised a storage word of a mapping keyed by the payer (Solidity and Vyper hash key and slot in
 * opposite orders), or by the payer and the asset: deposits, stakes and shares are kept like that.
 */
export function creditOf(diff: StateDiff, loss: Loss): bigint {
  return creditsOf(diff, loss).reduce((most, one) => (one > most ? one : most), 0n)
}

/** By how much each such word was raised. */
export function creditsOf(diff: StateDiff, { takers, account, address }: Loss): bigint[] {
  const raised = new Map(
    takers
      .flatMap((taker) => Object.entries(diff[taker]?.storage ?? {}))
      .map(([slot, { before, after }]) => [BigInt(slot), BigInt(after) - BigInt(before)] as const)
      .filter(([, increase]) => increase > 0n),
  )
  const credits: bigint[] = []
  for (let slot = 0n; raised.size > 0 && slot < MAPPING_SLOTS; slot++) {
    for (const entry of [...entriesOf(BigInt(account), slot), ...nestedEntriesOf(account, address, slot)]) {
      for (let word = 0n; word < STRUCT_WORDS; word++) {
        const increase = raised.get(BigInt(entry) + word)
        if (increase !== undefined) credits.push(increase)
      }
    }
  }
  return credits
}

/**
 * Whether the takers wrote down who paid or what for: a word that holds the payer, or an entry of a mapping keyed by the payer or by
 * an argument of the call, as sellers, registrars and auctions do. A record is no claim.
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
  const inner = (first: bigint, second: bigint) =>
    entriesOf(first, slot).flatMap((entry) => entriesOf(second, BigInt(entry)))
  return [...inner(payer, token), ...inner(token, payer)]
}

function entriesOf(key: bigint, slot: bigint): Hex[] {
  return [
    keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [key, slot])),
    keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [slot, key])),
  ]
}
