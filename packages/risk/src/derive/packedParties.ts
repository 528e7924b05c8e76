import { keccak256 } from 'viem/utils'
import type { Address, Hex } from '../address.ts'

const MAX_BYTES = 256
/** First slots of a contract, where most mappings lie, and fields of a struct. */
const MAX_BASE = 12
const MAX_FIELD = 4
const MAX_FOUND = 2
/** Three equal bytes of zeros or ones, which no account has by chance. */
const ROUND = /^(?:..)*?(?:000000|ffffff)/
/** Two: flags, times and limits beside an account. */
const LOOSE = /^(?:..)*?(?:0000|ffff)/

/**
 * Finds accounts that a call's data holds beside flags in one word, or unaligned: those at either end of a word, and those that are a key
 * or a part of what the call wrote.
 */
export function packedParties(
  input: Hex,
  { account, written }: { account: Address; written: readonly { slot: Hex; after: Hex }[] },
): Address[] {
  const digits = input.slice(10, 10 + MAX_BYTES * 2)
  const found: { at: number; part: string }[] = []
  const isFree = (at: number) => found.every((one) => Math.abs(one.at - at) >= 40)
  // An argument of its own is found by its word.
  const words = (digits.match(/.{64}/g) ?? []).map((word, index) => ({ word, at: index * 64 }))
  const isOwn = (word: string) => /^0+$/.test(word.slice(0, 24)) && isAccount(word.slice(24))
  for (const { word, at } of words) if (isOwn(word)) found.push({ at: at + 24, part: '' })
  const slots = new Set(written.flatMap(({ slot }) => fieldsOf(slot)))
  const values = written.map(({ after }) => after.slice(2))
  const own = wordOf(account.slice(2))
  const bases = Array.from({ length: MAX_BASE }, (_, at) => wordOf(at.toString(16)))
  const ofAccount = bases.map((base) => keccak256(`0x${own}${base}`).slice(2))
  const isPart = (part: string) =>
    values.some((value) => value.includes(part) && LOOSE.test(value.replace(part, '')) && !value.endsWith(part))
  const isKey = (part: string) => {
    const key = wordOf(part)
    const places = bases.map((base) => keccak256(`0x${key}${base}`))
    return (
      places.some((one) => slots.has(one) || slots.has(keccak256(`0x${own}${one.slice(2)}`))) ||
      ofAccount.some((base) => slots.has(keccak256(`0x${key}${base}`)))
    )
  }
  for (let at = 0; at + 40 <= digits.length; at += 2) {
    const part = digits.slice(at, at + 40)
    if (isFree(at) && isAccount(part) && (isKey(part) || isPart(part))) found.push({ at, part })
  }
  for (const { word, at } of words) {
    const [left, right] = [word.slice(0, 40), word.slice(24)]
    if (isFree(at) && isAccount(left) && LOOSE.test(word.slice(40))) found.push({ at, part: left })
    else if (isFree(at + 24) && isAccount(right) && LOOSE.test(word.slice(0, 24)))
      found.push({ at: at + 24, part: right })
  }
  return [...new Set(found.flatMap(({ part }): Address[] => (part === '' ? [] : [`0x${part}`])))].slice(0, MAX_FOUND)
}

/** A slot, and those whose field it may be. */
function fieldsOf(slot: Hex): Hex[] {
  const at = BigInt(slot)
  return Array.from({ length: MAX_FIELD }, (_, field) => at - BigInt(field))
    .filter((one) => one >= 0n)
    .map((one): Hex => `0x${wordOf(one.toString(16))}`)
}

function isAccount(part: string): boolean {
  return !ROUND.test(part) && !part.startsWith('00')
}

function wordOf(digits: string): string {
  return digits.padStart(64, '0')
}
