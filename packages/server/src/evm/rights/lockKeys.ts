import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { word } from '../trade/trader.ts'
import { entryOf, operandsOf } from './comparisons.ts'

/** A word that the transaction wrote. */
export type Written = { contract: Address; slot: Hex; after: Hex }

/** What makes a failing call work. */
export type Key = {
  code: Stopped
  /** The word that, in place of a stored one, makes the call pass: by what the stopped code tells of that call. */
  open(output: Hex): { contract: Address; slot: Hex; value: Hex } | null
  /** The account that the written word names; null: a hash. */
  holder: Address | null
}

/** Code that stops at one place. */
type Stopped = { address: Address; stopped: Hex }

/** Smaller words are flags, times and numbers that are easy to guess. */
const MIN_WORD = 1n << 64n
const MIN_ACCOUNT = 1n << 96n

/** The account that code compares its caller with. */
export function callerIn(output: Hex, caller: Address): Address | null {
  const pair = operandsOf(output)
  if (pair === null || !pair.includes(BigInt(caller))) return null
  const other = pair.find((one) => one !== BigInt(caller)) ?? 0n
  return isAccount(other) ? accountOf(other) : null
}

/** A written word, or an account in it, that code compares with a value of the call. */
export function wordLock(output: Hex, { code, written }: { code: Stopped; written: readonly Written[] }): Key | null {
  for (const one of operandsOf(output) ?? [])
    for (const { contract, slot, after } of written) {
      const part = one === BigInt(after) ? after.slice(2) : isAccount(one) ? accountOf(one).slice(2) : ''
      if (one < MIN_WORD || part === '' || !after.includes(part)) continue
      const open = (told: Hex) => {
        const pair = operandsOf(told)
        const other = pair?.includes(one) ? pair.find((each) => each !== one) : undefined
        const digits = other?.toString(16).padStart(part.length, '0')
        if (digits === undefined || digits.length > part.length) return null
        return { contract, slot, value: after.replace(part, digits) as Hex }
      }
      return { code, open, holder: isAccount(one) ? accountOf(one) : null }
    }
  return null
}

/** A written entry of a mapping where code looks up the entry of another key, which is not an account of the call. */
export function entryLock(
  output: Hex,
  {
    code,
    written,
    keys,
    own,
  }: { code: Stopped; written: readonly Written[]; keys: readonly bigint[]; own: readonly [Address, Address] },
): Key | null {
  const entry = entryOf(output)
  if (entry === null || own.some((one) => BigInt(one) === BigInt(entry.key))) return null
  const outer = (slot: Hex) => [slot, ...own.map((one) => slotOf(word(one), slot))]
  for (const key of keys) {
    if (key < MIN_WORD || key === BigInt(entry.key)) continue
    const places = outer(slotOf(word(key), entry.base))
    for (const { contract, slot, after } of written) {
      const place = places.indexOf(slot)
      if (place < 0) continue
      const open = (told: Hex) => {
        const other = entryOf(told)
        const at = other === null ? undefined : outer(slotOf(other.key.slice(2), other.base))[place]
        return at === undefined ? null : { contract, slot: at, value: after }
      }
      return { code, open, holder: isAccount(key) ? accountOf(key) : null }
    }
  }
  return null
}

function slotOf(key: string, base: Hex): Hex {
  return keccak256(`0x${key}${base.slice(2)}`)
}

function isAccount(value: bigint): boolean {
  return value >= MIN_ACCOUNT && value >> 160n === 0n
}

function accountOf(value: bigint): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}
