import type { ByteMarks } from './byteMarks.ts'
import { inputsOf } from './marks.ts'
import type { Sized } from './sized.ts'

/** A word that is no larger may be the answer of any comparison. */
export const MAX_BOOLEAN = 1n

/**
 * A comparison with the caller, or with the signer that ECRECOVER or a contract (EIP-1271) answers. `own`: the answer. `slot`: where the
 * other operand is stored. `joined`: with another condition about the caller.
 */
export type Identity = {
  who: 'caller' | 'signer'
  own: bigint
  other: bigint
  otherMarks: number
  slot?: bigint
  joined?: true
}

/** A word with its value and its marks. */
export type Word = {
  value: bigint
  marks: number
  identity?: Identity
  /** The storage slot that it was read from. */
  slot?: bigint
  /** The mapping, by its slot: a hash that is the slot of its entry, and nothing else; what was read from there. */
  base?: bigint
  /** What it is the hash of: the caller or a signer, beside constants. */
  preimage?: `0x${string}`
  /** Marks of the storage slot that it was written to. */
  place?: number
  /** The truth that it stands for: copies and negations of one comparison share it. */
  truth?: Truth
  /** Marks of each of its bytes, where they differ. */
  parts?: ByteMarks
  /** The coins that came with the call. */
  paid?: true
  /** The time as it is, and no number that is computed from it. */
  clock?: true
  /** The number of the call that constants made it of. */
  sized?: Sized
}

/**
 * `of` is the same object for one comparison. `pins`: where it is true, an input of the call (its mark) is a number of the code. `bare`: where
 * it is true, an input of the call is what a stored word says. `committed`: it compares a hash of the call with the word of that slot.
 * `keyHash`: it compares the hash of the caller or of a signer with a constant or stored word.
 * `same`: where it is true, two accounts of the call are one.
 * `order`: it tells the smaller from the larger. `typed`: it compares a number of the call with its own lower bytes, as decoders check types, or with the coins
 * that came with the call: the caller chooses both. `unset`: it compares an entry of a mapping, which is zero, with a constant or the time, by the entry's slot
 * and the mapping's: it stays as it is while the entry is zero. `compared`: the two numbers, where the code asks how large a number of the call is. `tally`: it
 * compares an entry under a hash of the call with two or more, by a constant or one word for all: how many agreed to it.
 */
export type Truth = {
  of: object
  negated: boolean
  pins?: number
  bare?: number
  committed?: bigint
  keyHash?: KeyHash
  same?: number
  order?: true
  typed?: true
  unset?: { slot: bigint; base: bigint }
  compared?: Compared
  tally?: true
}

/** Two numbers that are compared: the first is less than the second, or equal to it. */
export type Compared = { less: boolean; first: Side; second: Side }
export type Side = Pick<Word, 'value' | 'marks' | 'sized'>

/** `preimage`: what was hashed; `other`: the word that it has to be, and the slot where that is stored. */
export type KeyHash = { who: 'caller' | 'signer'; preimage: `0x${string}`; other: bigint; slot?: bigint }

export const word = (value: bigint, marks = 0): Word => ({ value, marks })

const ZERO = word(0n)

/** A word without a comparison is true where it is not zero. */
export function truthOf(one: Word): Truth {
  if (one.truth !== undefined) return one.truth
  const isNumber = one.sized !== undefined || (isOfCall(one) && one.value > MAX_BOOLEAN)
  return { of: one, negated: false, ...(isNumber && { compared: { less: true, first: ZERO, second: one } }) }
}

/** Whether a number comes from the call alone. */
export const isOfCall = ({ marks }: Side): boolean => marks !== 0 && inputsOf(marks) === marks
