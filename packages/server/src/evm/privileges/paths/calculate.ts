import { compute } from '../../bytecode/analysis/compute.ts'
import { constant } from '../../bytecode/analysis/value.ts'
import { marksIn, partsOf } from './byteMarks.ts'
import { identityOf, truthBy } from './comparisons.ts'
import { TAINT } from './marks.ts'
import { after, type Sized, stepOf } from './sized.ts'
import { isOfCall, MAX_BOOLEAN, type Word } from './word.ts'

const EQUALITY = new Set(['EQ', 'SUB', 'XOR'])
const TRUTH = new Set(['ISZERO', 'AND', 'OR'])
/** Operations by which compilers take an address out of a word. */
const PARTS = new Set(['AND', 'SHR', 'DIV'])
const LIMIT = 1n << 256n
/** Times of 40 bits last for thirty thousand years. */
const MIN_TIME_MASK = (1n << 40n) - 1n

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
  const truth = truthBy(op, first, second)
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

/** What an operation with a constant makes of a number of the call. */
function sizedBy(op: string, one: Word | undefined, other: Word | undefined, isFirst: boolean): Sized | undefined {
  if (one === undefined || other === undefined || other.marks !== 0 || !isOfCall(one)) return undefined
  const { value, marks, sized } = one
  const step = sized !== undefined || value > MAX_BOOLEAN ? stepOf(op, other.value, isFirst) : null
  return step === null ? undefined : after(sized ?? { root: { value, marks }, steps: [] }, step)
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

/** The time in the lower bytes of a word that hold it for long. */
function isClock({ clock }: Word, { value, marks }: Word): boolean {
  return clock === true && marks === 0 && value >= MIN_TIME_MASK && (value & (value + 1n)) === 0n
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
