import { ACCOUNT_MASK, inputsOf, isInput, MIN_ACCOUNT, TAINT } from './marks.ts'
import { type Identity, isOfCall, type KeyHash, type Side, type Truth, truthOf, type Word } from './word.ts'

/** The bytes of a word below an address that stands in its upper bytes. */
const UPPER = (1n << 96n) - 1n
/** Operations that answer 1 or 0. */
const COMPARISONS = new Set(['EQ', 'LT', 'GT', 'SLT', 'SGT'])
/** Above it a number is an amount or a time. */
const MAX_TALLY = 1n << 16n
/** Bits of numbers that are too small for an input of the walk: a number, or an account. */
const WIDTHS = [8, 16, 24, 32, 40, 48, 64, 96, 128]

/** Returns the truth that the result of an operation stands for; undefined: none. */
export function truthBy(op: string, first: Word, second: Word): Truth | undefined {
  if (op === 'ISZERO') return { ...truthOf(first), negated: !truthOf(first).negated }
  if (op === 'EQ' || op === 'SUB' || op === 'XOR') {
    const committed = committedTo(first, second) ?? committedTo(second, first)
    const pins = pinned(first, second) | pinned(second, first)
    const bare = bareIn(first, second) | bareIn(second, first)
    const typed = isTyped(first, second) || isTyped(second, first) || isPrice(first, second) || isPrice(second, first)
    // Later compilers jump on a difference.
    const keyHash = keyHashIn(first, second) ?? keyHashIn(second, first)
    const same = sameIn(first, second)
    const unset = unsetIn(first, second) ?? unsetIn(second, first)
    const isPlain = committed === undefined && keyHash === undefined && same === 0 && !typed && unset === undefined
    if (op !== 'EQ' && isPlain) return undefined
    return {
      of: {},
      negated: op !== 'EQ',
      pins,
      bare,
      ...(committed !== undefined && { committed }),
      ...(keyHash !== undefined && { keyHash }),
      ...(same !== 0 && { same }),
      ...(typed && { typed: true as const }),
      ...(unset !== undefined && { unset }),
      ...(isSized(first, second) && { compared: { less: false, first, second } }),
    }
  }
  if (COMPARISONS.has(op)) {
    const typed = isPrice(first, second) || isPrice(second, first)
    const unset = unsetIn(first, second) ?? unsetIn(second, first)
    const [low, high] = op === 'LT' ? [first, second] : [second, first]
    const isUnsigned = op === 'LT' || op === 'GT'
    return {
      of: {},
      negated: false,
      order: true,
      ...(typed && { typed }),
      ...(unset !== undefined && { unset }),
      ...(isUnsigned && isSized(low, high) && { compared: { less: true, first: low, second: high } }),
      ...((isTally(first, second) || isTally(second, first)) && { tally: true as const }),
    }
  }
  // Compilers cut a truth to its last bit or byte.
  if (op === 'AND') return isLowMask(first) ? second.truth : isLowMask(second) ? first.truth : undefined
  return undefined
}

function pinned({ value, marks }: Word, other: Word): number {
  return other.marks === 0 && isInput(value) && inputsOf(marks) === marks ? marks : 0
}

function bareIn({ value, marks }: Word, other: Word): number {
  return (other.marks & TAINT.stored) !== 0 && isInput(value) && inputsOf(marks) === marks ? marks : 0
}

/**
 * Marks of two accounts of the call that are compared with each other, in the lower or the upper bytes of a word. Where code alone tells the
 * types, an account may stand there as a number.
 */
function sameIn(one: Word, other: Word): number {
  const isWhole = ({ value, marks }: Word) =>
    (isInput(value) || isInput(accountIn(value))) && marks !== 0 && inputsOf(marks) === marks
  return isWhole(one) && isWhole(other) ? one.marks | other.marks : 0
}

function committedTo({ marks }: Word, other: Word): bigint | undefined {
  const isHash = (marks & TAINT.hash) !== 0 && (marks & TAINT.stored) === 0 && inputsOf(marks) !== 0
  return isHash && (other.marks & TAINT.stored) !== 0 ? other.slot : undefined
}

function keyHashIn({ preimage, marks }: Word, { value, marks: otherMarks, slot }: Word): KeyHash | undefined {
  if (preimage === undefined || (otherMarks & ~TAINT.stored) !== 0) return undefined
  const who = (marks & TAINT.caller) !== 0 ? 'caller' : 'signer'
  return { who, preimage, other: value, ...(slot !== undefined && { slot }) }
}

/** Whether one word is the lower bytes of the other, which is a number of the call as it stands there. */
function isTyped(whole: Word, part: Word): boolean {
  const isNumber = isInput(whole.value) && inputsOf(whole.marks) === whole.marks && whole.marks === part.marks
  return isNumber && WIDTHS.some((bits) => part.value === BigInt.asUintN(bits, whole.value))
}

/** Whether coins are held against a number that the call names as it stands there: a price of the caller. */
function isPrice({ paid }: Word, { value, marks }: Word): boolean {
  return paid === true && inputsOf(marks) !== 0 && isInput(value) && value < MIN_ACCOUNT
}

/** An entry of a mapping that is zero, beside a constant or the time. */
function unsetIn({ value, slot, base }: Word, other: Word): Truth['unset'] {
  const isFixed = other.marks === 0 || other.clock === true
  return value === 0n && slot !== undefined && base !== undefined && isFixed ? { slot, base } : undefined
}

/** Whether one of two numbers is of the call alone, and the other one of the code, or stored. */
function isSized(one: Side, other: Side): boolean {
  const isFixed = ({ marks }: Side) => (marks & ~TAINT.stored) === 0
  return (isOfCall(one) && isFixed(other)) || (isOfCall(other) && isFixed(one))
}

/** Whether an entry under a hash of the call, as it is stored, has to reach a number above one. */
function isTally({ marks, slot }: Word, { value, marks: otherMarks }: Word): boolean {
  const isEntry = slot !== undefined && (marks & TAINT.stored) !== 0 && (marks & TAINT.hash) !== 0
  return isEntry && inputsOf(marks) !== 0 && (otherMarks & ~TAINT.stored) === 0 && value > 1n && value < MAX_TALLY
}

function isLowMask({ value, marks }: Word): boolean {
  return marks === 0 && (value === 1n || value === 0xffn)
}

/** Returns the comparison with the caller or a signer that two words make; undefined: neither is one. */
export function identityOf(one: Word, { value, marks, slot }: Word): Identity | undefined {
  const who = one.marks === TAINT.caller ? 'caller' : one.marks === TAINT.signer ? 'signer' : null
  const other = accountIn(value)
  return who === null
    ? undefined
    : { who, own: one.value, other, otherMarks: marks, ...(slot !== undefined && { slot }) }
}

/** Some compilers compare addresses in the upper bytes of a word. */
function accountIn(value: bigint): bigint {
  return value > ACCOUNT_MASK && (value & UPPER) === 0n ? value >> 96n : value & ACCOUNT_MASK
}
