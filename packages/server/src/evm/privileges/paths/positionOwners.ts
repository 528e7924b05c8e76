import { selectorOf } from './frame.ts'
import { ACCOUNT_MASK, inputsOf, TAINT } from './marks.ts'
import type { Pull } from './pull.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import type { Word } from './word.ts'

/** ownerOf(uint256). */
const OWNER_OF = 0x6352211e
/** Stands for the owner of a position, with the last bytes of the contract that tells it. */
const OWNER = 0x6f77_6e65_7273n << 112n
const LOW = (1n << 80n) - 1n
const TRANSFER = 0xa9059cbb
const TRANSFER_FROM = 0x23b872dd
/** What a position pays: large beside fees of it. */
export const COLLECTED = 10n ** 18n

const ownerAt = (contract: bigint) => OWNER | (contract & LOW)

/** What a contract answers for the owner of an item that the call names; null for other questions. */
export function ownerAnswer(contract: bigint, input: TaintedBytes): bigint | null {
  return selectorOf(input) === OWNER_OF && inputsOf(input.marks(4, 32)) !== 0 ? ownerAt(contract) : null
}

/** Whether an account is the owner of an item that the call names, as the contract of the item tells. */
export function isOwnerOfItem({ value, marks }: Word, contract: bigint): boolean {
  return inputsOf(marks) !== 0 && (value & ACCOUNT_MASK) === ownerAt(contract)
}

/** Whether an account is the owner of that position as its contract tells, or one that an entry about an argument of the call names. */
export function isOwed({ value, marks }: Word, { owner, contract }: { owner: number; contract: bigint }): boolean {
  if ((value & ACCOUNT_MASK) === ownerAt(contract)) return (marks & owner) !== 0
  return (marks & TAINT.hash) !== 0 && inputsOf(marks) !== 0
}

/** Whether a call pays most of what the contract collected for itself to an account to which it is not owed. */
export function paysOut(
  { kept, use, owner, collectedFrom }: Omit<Pull, 'lifted'>,
  { to, value, input, address }: { to: Word; value: Word; input: TaintedBytes; address: bigint },
): boolean {
  if (kept !== true || use !== 'collection' || collectedFrom === undefined) return false
  const [receiver, amount] = paymentOf({ to, value, input, address })
  if (receiver === null || amount === null || (receiver.value & ACCOUNT_MASK) === address) return false
  // The caller says how much.
  const isMost = amount.value * 2n >= COLLECTED || inputsOf(amount.marks) !== 0
  return isMost && !isOwed(receiver, { owner, contract: collectedFrom })
}

function paymentOf({
  to,
  value,
  input,
  address,
}: {
  to: Word
  value: Word
  input: TaintedBytes
  address: bigint
}): [Word | null, Word | null] {
  if (value.value > 0n) return [to, value]
  const selector = selectorOf(input)
  if (selector === TRANSFER) return [input.word(4), input.word(36)]
  const isOwn = selector === TRANSFER_FROM && (input.word(4).value & ACCOUNT_MASK) === address
  return isOwn ? [input.word(36), input.word(68)] : [null, null]
}
