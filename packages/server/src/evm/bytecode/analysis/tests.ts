import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Place } from './value.ts'
import { MARK, type Value } from './value.ts'

/** One condition of a branch. */
export type Test = {
  about: /** The caller (or, on a path of `transfer`, a party) is a stored or fixed account. */
    | 'account'
    /** A mapping's entry for an account. */
    | 'list'
    /** A single word. */
    | 'flag'
    /** An amount is compared with a stored word. */
    | 'limit'
    /** The time or block number is compared with something. */
    | 'time'
  slot: Hex | null
  /** `account`: the fixed account, where it is in the code. */
  fixed: Address | null
  /** Account that an `account` or `list` test examines: the caller, `origin`, or the n-th argument of the call. */
  of: 'caller' | 'origin' | number | null
  /** `list`, `flag`: the value that takes the first path; null when unknown. */
  truth: boolean | null
  /** `account` in a word: the lowest bit of the compared part of the word; null: the code does not show it. */
  bit?: number | null
}

/** Bits of an address that no mask or small number has. */
const MIN_ADDRESS = 1n << 80n
const ADDRESS_MASK = (1n << 160n) - 1n
/** Above it, a word has no twenty bytes left. */
const MAX_ACCOUNT_BIT = 96

/** Returns the tests in a branch condition, where its form is known. */
export function testsOf(condition: Value, truth = true): Test[] {
  const { op, args } = condition
  const [first, second] = args
  if (op === 'ISZERO' && first !== undefined) return testsOf(first, !truth)
  if (first === undefined || second === undefined) return op === 'SLOAD' ? stored(condition, truth) : []
  const masked = unmasked(condition)
  // A bare address is no condition but whether it is set.
  if (op === 'AND' && (first.constant === ADDRESS_MASK || second.constant === ADDRESS_MASK)) return []
  if (masked !== condition) return testsOf(masked, truth)
  if (op === 'AND' || op === 'OR') return [...testsOf(first, truth), ...testsOf(second, truth)]
  if (op === 'LT' || op === 'GT' || op === 'SLT' || op === 'SGT') return compared(condition)
  if (op === 'EQ') return equal(first, second, truth)
  // Compilers subtract or xor to test for inequality.
  if (op === 'SUB' || op === 'XOR') return equal(first, second, !truth)
  return []
}

/** Removes the masks and shifts by which compilers take a part of a word. */
export function unmasked(value: Value): Value {
  const [first, second] = value.args
  if (first === undefined || second === undefined) return value
  if (value.op === 'AND' && first.constant !== null) return unmasked(second)
  if (value.op === 'AND' && second.constant !== null) return unmasked(first)
  if ((value.op === 'SHR' || value.op === 'SHL') && first.constant !== null) return unmasked(second)
  if (value.op === 'DIV' && second.constant !== null && isPrivilege(second.constant)) return unmasked(first)
  return value
}

/** Returns the account that a value names, when the value is nothing else. */
export function partyOf(value: Value): 'caller' | 'origin' | number | null {
  const { op, argument } = unmasked(value)
  if (op === 'CALLER') return 'caller'
  if (op === 'ORIGIN') return 'origin'
  return op === 'ARG' && argument > 0 ? 31 - Math.clz32(argument) : null
}

function stored(value: Value, truth: boolean | null): Test[] {
  return value.from.slice(-1).map((place) => {
    const of = keyParty(place)
    return { about: place.kind === 'mapping' ? 'list' : 'flag', slot: place.slot, fixed: null, of, truth } as Test
  })
}

function keyParty({ keys }: Place): Test['of'] {
  for (const key of keys.toReversed()) {
    const party = partyOf(key)
    if (party !== null) return party
  }
  return null
}

function equal(one: Value, two: Value, truth: boolean): Test[] {
  for (const [who, what] of [
    [unmasked(one), unmasked(two)],
    [unmasked(two), unmasked(one)],
  ] as const) {
    const of = partyOf(who)
    if (of !== null && what.op === 'SLOAD' && what.from.at(-1)?.kind === 'word') {
      const [account, part] = partyOf(one) === null ? [two, one] : [one, two]
      return [
        { about: 'account', slot: what.from.at(-1)?.slot ?? null, fixed: null, of, truth, bit: bitOf(part, account) },
      ]
    }
    if (of !== null && what.constant !== null && what.constant >= MIN_ADDRESS && what.constant >> 160n === 0n)
      return [{ about: 'account', slot: null, fixed: addressOf(what.constant), of, truth }]
    // Compares booleans and small enumerations with a constant.
    if (who.op === 'SLOAD' && what.constant !== null && what.constant < 256n)
      return stored(who, what.constant === 1n ? truth : what.constant === 0n ? !truth : null)
  }
  return (one.marks | two.marks) & MARK.time ? compared({ ...one, args: [one, two] }) : []
}

/** The bit of a stored word at which an account stands that equals a part of it; null where no account stands there. */
function bitOf(part: Value, account: Value): number | null {
  const bit = shiftIn(part) - shiftIn(account)
  return bit < 0 || bit > MAX_ACCOUNT_BIT ? null : bit
}

/** Bits by which a value is moved down, net of those by which it is moved up. */
function shiftIn({ op, args: [first, second] }: Value): number {
  if (first === undefined || second === undefined) return 0
  if (op === 'AND') return shiftIn(first.constant === null ? first : second)
  if (op === 'SHR' || op === 'SHL') return shiftIn(second) + Number(first.constant ?? 0n) * (op === 'SHR' ? 1 : -1)
  return op === 'DIV' && second.constant !== null ? shiftIn(first) + second.constant.toString(2).length - 1 : 0
}

function compared({ args }: Value): Test[] {
  const none = { fixed: null, of: null, truth: null }
  const wordOf = ({ from }: Value) => from.find(({ kind }) => kind === 'word')?.slot ?? null
  if (args.some(({ marks }) => marks & MARK.time))
    return [{ about: 'time', slot: args.map(wordOf).find((slot) => slot !== null) ?? null, ...none }]
  // One side is an argument, the other is stored: a product of both would be an overflow check.
  const asked = args.find(({ marks }) => marks & MARK.argument)
  const limit = args.find(({ marks }) => !(marks & MARK.argument))
  const slot = limit === undefined ? null : wordOf(limit)
  if (asked === undefined || slot === null || wordOf(asked) === slot) return []
  return [{ about: 'limit', slot, ...none }]
}

function isPrivilege(value: bigint): boolean {
  return value > 0n && (value & (value - 1n)) === 0n
}

function addressOf(value: bigint): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}
