import type { Address, Hex } from '@redoubt/risk/address.ts'
import { bytesToHex, hexToBytes, numberToBytes } from 'viem/utils'
import { selectorOf } from '../paths/frame.ts'
import { ACCOUNT, inputsOf, NUMBER, SMALL, WRITTEN_CALL } from '../paths/marks.ts'
import type { ProposedCall } from '../paths/proposedCall.ts'
import type { Setter } from '../paths/pull.ts'
import type { TaintedBytes } from '../paths/taintedBytes.ts'
import { word } from '../paths/word.ts'

/** What takes the place of the marked arguments. */
export type Filling = {
  holder: Address
  victim: Address
  amount: bigint
  target?: Address
  slot?: bigint
  value?: bigint
}

const MAX_SETTERS = 4
const WORD = 32
const ACCOUNT_BYTES = 20
const SELECTOR_BYTES = 4
/** Where a number stands in a word that it shares with an account. */
const SHARED_BYTES = 12
const NUMBER_BYTES = 4
/** An account or number without its last byte, which counts. */
const ACCOUNT_HEAD = numberToBytes(ACCOUNT >> 8n, { size: ACCOUNT_BYTES - 1 })
const NUMBER_HEAD = numberToBytes(NUMBER >> 8n, { size: NUMBER_BYTES - 1 })
/** Bytes of a small number, and what stands in the first of them. */
const SMALL_BYTES = 2
const SMALL_HEAD = Number(SMALL >> 8n)
const TRANSFER = hexToBytes('0xa9059cbb')

/** The call data by which the holder of a power would make a found call. */
export function filledCall({ input, roles }: ProposedCall, filling: Filling): Hex {
  const bytes = input.bytes(0, input.length)
  const original = bytes.slice()
  const { holder, victim, target, slot, value } = filling
  const put = (at: number, length: number, one: bigint) => {
    const most = (1n << BigInt(length * 8)) - 1n
    bytes.set(numberToBytes(one > most ? most : one, { size: length }), at)
  }
  const has = (marks: number, role: number | undefined) => role !== undefined && (marks & role) !== 0
  for (let at = 0; at < bytes.length; at++) {
    if (isAt(original, at, ACCOUNT_HEAD)) {
      const marks = inputsOf(input.marks(at, ACCOUNT_BYTES))
      if (marks === 0) continue
      if (has(marks, roles.amount) && !isShared(input, at)) put(at, ACCOUNT_BYTES, filling.amount)
      else if (has(marks, roles.victim)) put(at, ACCOUNT_BYTES, BigInt(victim))
      else put(at, ACCOUNT_BYTES, BigInt(has(marks, roles.target) && target !== undefined ? target : holder))
    } else if (isAt(original, at, NUMBER_HEAD)) {
      const marks = inputsOf(input.marks(at, NUMBER_BYTES))
      const end = at + NUMBER_BYTES
      const isAmount = has(marks, roles.amount)
      if (marks === 0 || end < SHARED_BYTES || !(isAmount || roles.zeros === true)) continue
      const length = isWhole(input, end - WORD) ? WORD : SHARED_BYTES
      put(end - length, length, isAmount ? filling.amount : 0n)
    }
  }
  for (let at = bytes.length % WORD; at + WORD <= bytes.length; at += WORD) {
    const marks = inputsOf(input.marks(at, WORD))
    if (has(marks, roles.slot) && slot !== undefined) put(at, WORD, slot)
    else if (has(marks, roles.value) && value !== undefined) put(at, WORD, value)
    else if (has(marks, roles.amount) && isSmall(original, at))
      put(at + WORD - SMALL_BYTES, SMALL_BYTES, filling.amount)
  }
  // The holder writes the whole call: a transfer to itself.
  for (let at = 0; roles.target !== undefined && at + SELECTOR_BYTES + 2 * WORD <= bytes.length; at++)
    if (isWritten(input, at)) {
      bytes.set(TRANSFER, at)
      put(at + SELECTOR_BYTES, WORD, BigInt(holder))
      put(at + SELECTOR_BYTES + WORD, WORD, filling.amount)
    }
  return bytesToHex(bytes)
}

/** The call with a number in the place of the amount, and each byte's marks as before. */
export function withAmount({ input, roles: { amount: of = 0 } }: ProposedCall, amount: bigint): TaintedBytes {
  const any: Address = `0x${ACCOUNT.toString(16).padStart(40, '0')}`
  const filled = hexToBytes(filledCall({ input, roles: { amount: of } }, { holder: any, victim: any, amount }))
  const made = input.fork()
  for (const [at, byte] of filled.entries()) {
    const marks = input.marks(at, 1)
    if ((marks & of) !== 0) made.store(at, word(BigInt(byte), marks), 1)
  }
  return made
}

/**
 * The calls by which the holder of a power sets words of a contract to nothing, such as a delay: one of each function, and none of a function
 * that the power itself calls.
 */
export function zeroingCalls(setters: readonly Setter[], proposal: readonly ProposedCall[], holder: Address): Hex[] {
  const own = new Set(proposal.map(({ input }) => selectorOf(input)))
  const made = new Map<number, Hex>()
  for (const { input, entry, holder: moved, filled, member } of setters) {
    if (input === undefined || entry === true || moved !== undefined || filled === true || member === true) continue
    const selector = selectorOf(input)
    if (own.has(selector) || made.has(selector) || made.size >= MAX_SETTERS) continue
    made.set(selector, filledCall({ input, roles: { zeros: true } }, { holder, victim: holder, amount: 0n }))
  }
  return [...made.values()]
}

function isAt(bytes: Uint8Array, at: number, head: Uint8Array): boolean {
  return at + head.length < bytes.length && head.every((byte, place) => bytes[at + place] === byte)
}

/** Whether a word holds a number of two or three bytes. */
function isSmall(bytes: Uint8Array, at: number): boolean {
  const head = at + WORD - SMALL_BYTES
  return bytes[head] === SMALL_HEAD && bytes.subarray(at, head).every((byte) => byte === 0)
}

/** Whether a number stands beside an account in its word. */
function isShared(input: TaintedBytes, at: number): boolean {
  const [before, after] = [at - SHARED_BYTES, at + ACCOUNT_BYTES]
  const holdsNumber = (from: number) =>
    from >= 0 && isAt(input.bytes(from, SHARED_BYTES + 1), SHARED_BYTES - NUMBER_BYTES, NUMBER_HEAD)
  return holdsNumber(before) || holdsNumber(after)
}

/** Whether a word is of one argument, and nothing stands above its number. */
function isWhole(input: TaintedBytes, at: number): boolean {
  if (at < 0 || input.bytes(at, WORD - NUMBER_BYTES).some((byte) => byte !== 0)) return false
  const first = input.marks(at, 1)
  return (
    first !== 0 && Array.from({ length: WORD }, (_, place) => input.marks(at + place, 1)).every((one) => one === first)
  )
}

function isWritten(input: TaintedBytes, at: number): boolean {
  const starts = (place: number) => (input.marks(place, 1) & WRITTEN_CALL) !== 0
  return starts(at) && (at === 0 || !starts(at - 1))
}
