import { compute } from '../../bytecode/analysis/compute.ts'
import { constant } from '../../bytecode/analysis/value.ts'
import { type ByteMarks, marksIn, partsOf } from './byteMarks.ts'
import { after, type Sized, stepOf } from './sized.ts'

/** Values of accounts and numbers of the call: no other has them. */
export const ACCOUNT = 0xa5a5_a5a5_0000_0000_0000_0000_0000_0000_0000_0000n
export const NUMBER = 0x5a5a_0000n
/** Values of numbers of two and three bytes, which take no larger one. */
export const SMALL = 0x5a00n
const MAX_SAME_KIND = 256n

/** Whether a value is an input of the call as it stands there. */
export function isInput(value: bigint): boolean {
  return [ACCOUNT, NUMBER].some((first) => value >= first && value < first + MAX_SAME_KIND)
}

/** Whether something is a word of the call that is as large as an account. */
export function isAccountInput(of: object): boolean {
  if (!('value' in of) || !('marks' in of) || typeof of.value !== 'bigint' || typeof of.marks !== 'number') return false
  return of.value >= MIN_ACCOUNT && of.value <= MASK && of.marks !== 0 && inputsOf(of.marks) === of.marks
}

/** Where a word comes from. A word computed from others has the marks of all; bit 8 + n: the n-th account or number of the call. */
export const TAINT = {
  caller: 1,
  stored: 2,
  hash: 4,
  signer: 8,
  answer: 16,
  time: 32,
  environment: 64,
  /** The address of a contract by CREATE2. */
  created: 128,
} as const

const FIRST_INPUT = 8
/** Inputs with a mark of their own; later ones share the last. */
const MAX_INPUTS = 21
/** The mark of the function in a call that the caller writes whole. */
export const WRITTEN_CALL = 1 << (FIRST_INPUT + MAX_INPUTS + 1)
const INPUTS = ~((1 << FIRST_INPUT) - 1)

export const inputMark = (index: number): number => 1 << (FIRST_INPUT + Math.min(index, MAX_INPUTS))
export const inputsOf = (marks: number): number => marks & INPUTS

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

/** A word without a comparison is true where it is not zero. */
export function truthOf(one: Word): Truth {
  if (one.truth !== undefined) return one.truth
  const isNumber = one.sized !== undefined || (isOfCall(one) && one.value > MAX_BOOLEAN)
  return { of: one, negated: false, ...(isNumber && { compared: { less: true, first: ZERO, second: one } }) }
}

export const word = (value: bigint, marks = 0): Word => ({ value, marks })

const ZERO = word(0n)
/** A word that is no larger may be the answer of any comparison. */
const MAX_BOOLEAN = 1n

const MASK = (1n << 160n) - 1n
/** The bytes of a word below an address that stands in its upper bytes. */
const UPPER = (1n << 96n) - 1n
const EQUALITY = new Set(['EQ', 'SUB', 'XOR'])
const TRUTH = new Set(['ISZERO', 'AND', 'OR'])
/** Operations that answer 1 or 0. */
const COMPARISONS = new Set(['EQ', 'LT', 'GT', 'SLT', 'SGT'])
/** Operations by which compilers take an address out of a word. */
const PARTS = new Set(['AND', 'SHR', 'DIV'])
const LIMIT = 1n << 256n
/** Above it a number is an amount or a time. */
const MAX_TALLY = 1n << 16n
/** Times of 40 bits last for thirty thousand years. */
const MIN_TIME_MASK = (1n << 40n) - 1n
/** Bits of numbers that are too small for an input of the walk: a number, or an account. */
const WIDTHS = [8, 16, 24, 32, 40, 48, 64, 96, 128]

/** Computes an operation; `args[0]` was on top of the stack. */
export function calculate(op: string, args: readonly Word[]): Word {
  const [first, second] = args as [Word, Word]
  let marks = 0
  // Which function is called is not lifted: each has an execution of its own.
  const isSelector = takesSelector(op, args)
  const parts = isSelector ? undefined : partsOf(op, args)
  if (parts !== undefined) marks = marksIn(parts)
  else if (!isSelector) for (const one of args) marks |= one.marks
  const known =
    compute(
      op,
      args.map(({ value }) => constant(value)),
    ).constant ?? rare(op, args)
  const result: Word = parts === undefined ? { value: known, marks } : { value: known, marks, parts }
  const truth = newTruth(op, first, second)
  if (truth !== undefined) result.truth = truth
  const sized = sizedBy(op, first, second, true) ?? sizedBy(op, second, first, false)
  if (sized !== undefined) result.sized = sized
  const identity = EQUALITY.has(op)
    ? (identityOf(first, second) ?? identityOf(second, first))
    : TRUTH.has(op)
      ? (first.identity ?? second?.identity)
      : undefined
  if (identity !== undefined)
    return { ...result, identity: isJoined(op, first, second) ? { ...identity, joined: true } : identity }
  if (op === 'AND' && (isClock(first, second) || isClock(second, first))) return { ...result, clock: true }
  const slot = PARTS.has(op) ? slotOf(first, second) : undefined
  if (slot === undefined) return result
  const base = first.slot === slot ? first.base : second.base
  return { ...result, slot, ...(base !== undefined && { base }) }
}

/** Whether two conditions about the caller are one truth: an account that passes one of them need not pass the other. */
function isJoined(op: string, first: Word, second: Word | undefined): boolean {
  return TRUTH.has(op) && second !== undefined && (first.marks & second.marks & TAINT.caller) !== 0
}

function newTruth(op: string, first: Word, second: Word): Truth | undefined {
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

const isOfCall = ({ marks }: Side): boolean => marks !== 0 && inputsOf(marks) === marks

/** What an operation with a constant makes of a number of the call. */
function sizedBy(op: string, one: Word | undefined, other: Word | undefined, isFirst: boolean): Sized | undefined {
  if (one === undefined || other === undefined || other.marks !== 0 || !isOfCall(one)) return undefined
  const { value, marks, sized } = one
  const step = sized !== undefined || value > MAX_BOOLEAN ? stepOf(op, other.value, isFirst) : null
  return step === null ? undefined : after(sized ?? { root: { value, marks }, steps: [] }, step)
}

/** Whether an entry under a hash of the call, as it is stored, has to reach a number above one. */
function isTally({ marks, slot }: Word, { value, marks: otherMarks }: Word): boolean {
  const isEntry = slot !== undefined && (marks & TAINT.stored) !== 0 && (marks & TAINT.hash) !== 0
  return isEntry && inputsOf(marks) !== 0 && (otherMarks & ~TAINT.stored) === 0 && value > 1n && value < MAX_TALLY
}

function isLowMask({ value, marks }: Word): boolean {
  return marks === 0 && (value === 1n || value === 0xffn)
}

function takesSelector(op: string, [first, second]: readonly Word[]): boolean {
  // What a contract answers to isValidSignature() is as long as a selector.
  if ([first, second].some((one) => one?.marks === TAINT.signer)) return false
  return (op === 'SHR' && first?.value === 224n) || (op === 'DIV' && second?.value === 1n << 224n)
}

/** Returns the slot that a part of a word was read from. */
function slotOf(one: Word, other: Word): bigint | undefined {
  return other.slot !== undefined && one.marks === 0 ? other.slot : other.marks === 0 ? one.slot : undefined
}

function identityOf(one: Word, { value, marks, slot }: Word): Identity | undefined {
  const who = one.marks === TAINT.caller ? 'caller' : one.marks === TAINT.signer ? 'signer' : null
  const other = accountIn(value)
  return who === null
    ? undefined
    : { who, own: one.value, other, otherMarks: marks, ...(slot !== undefined && { slot }) }
}

/** The time in the lower bytes of a word that hold it for long. */
function isClock({ clock }: Word, { value, marks }: Word): boolean {
  return clock === true && marks === 0 && value >= MIN_TIME_MASK && (value & (value + 1n)) === 0n
}

/** Some compilers compare addresses in the upper bytes of a word. */
function accountIn(value: bigint): bigint {
  return value > MASK && (value & UPPER) === 0n ? value >> 96n : value & MASK
}

/** Operations that give any result by the choice of one operand. */
const REVERSIBLE = new Set(['XOR', 'ADD', 'SUB', 'NOT'])
const MIN_ACCOUNT = 1n << 100n

/**
 * Whether the caller makes a result any account it likes: an input as it stands, or one that a number masks. `free`: such results so
 * far.
 */
export function isChosen(value: bigint, free: ReadonlySet<bigint>): boolean {
  return isInput(value) || free.has(value)
}

/** Adds the result of an operation where an input that the caller chooses is masked by what is no input. */
export function addChosen(op: string, args: readonly Word[], { value }: Word, free: Set<bigint>): void {
  if (!REVERSIBLE.has(op) || value < MIN_ACCOUNT) return
  const inputs = args.filter(({ marks }) => inputsOf(marks) !== 0)
  const others = args.filter((one) => !inputs.includes(one))
  const [masked] = inputs
  if (inputs.length !== 1 || masked === undefined || !isChosen(masked.value, free)) return
  // A hash is another word for each user.
  if (others.some(({ marks }) => (marks & (TAINT.hash | TAINT.answer)) !== 0)) return
  free.add(value)
  free.add(value & MASK)
}

const signed = (value: bigint) => BigInt.asIntN(256, value)

function rare(op: string, args: readonly Word[]): bigint {
  const [a = 0n, b = 0n, c = 0n] = args.map(({ value }) => value)
  const result = () => {
    switch (op) {
      case 'SDIV':
        return b === 0n ? 0n : signed(a) / signed(b)
      case 'SMOD':
        return b === 0n ? 0n : signed(a) % signed(b)
      case 'ADDMOD':
        return c === 0n ? 0n : (a + b) % c
      case 'MULMOD':
        return c === 0n ? 0n : (a * b) % c
      case 'EXP':
        return power(a, b)
      case 'SIGNEXTEND':
        return a > 30n ? b : BigInt.asIntN(Number(a) * 8 + 8, b)
      case 'BYTE':
        return a > 31n ? 0n : (b >> (8n * (31n - a))) & 0xffn
      case 'SAR':
        return signed(b) >> (a > 255n ? 255n : a)
      default:
        return 0n
    }
  }
  return BigInt.asUintN(256, result())
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square, left] = [1n, base % LIMIT, exponent]
  for (; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % LIMIT
    square = (square * square) % LIMIT
  }
  return result
}
