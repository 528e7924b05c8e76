import type { Address, Hex } from '../../../risk/facts.ts'
import type { Place } from './place.ts'
import type { Value } from './value.ts'

/** One thing that a branch depends on. */
export type Test = {
  about: /** The caller (or, on a path of `transfer`, a party) is a stored or fixed account. */
    | 'account'
    /** A mapping says something of an account. */
    | 'list'
    /** A single word says something. */
    | 'flag'
    /** An amount is compared with a stored word. */
    | 'limit'
    /** The time or block number is compared with something. */
    | 'time'
  slot: Hex | null
  /** `account`: the fixed one, where it is in the code. */
  fixed: Address | null
  /** Whom an `account` or `list` test looks at: the caller, `origin`, or the n-th argument of the call. */
  of: 'caller' | 'origin' | number | null
  /** `list`, `flag`: the value for which the first way is taken; null when not told. */
  truth: boolean | null
}

/** Bits of an address that no mask or small number has. */
const LEAST_ADDRESS = 1n << 80n

/** What a branch condition looks at, where it is of a known form. */
export function testsOf(condition: Value, truth = true): Test[] {
  const { op, args } = condition
  const [first, second] = args
  if (op === 'ISZERO' && first !== undefined) return testsOf(first, !truth)
  if (first === undefined || second === undefined) return op === 'SLOAD' ? stored(condition, truth) : []
  const masked = unmasked(condition)
  if (masked !== condition) return testsOf(masked, truth)
  if (op === 'AND' || op === 'OR') return [...testsOf(first, truth), ...testsOf(second, truth)]
  if (op === 'LT' || op === 'GT' || op === 'SLT' || op === 'SGT') return compared(condition)
  if (op === 'EQ') return equal(first, second, truth)
  // Compilers subtract or xor to test for inequality.
  if (op === 'SUB' || op === 'XOR') return equal(first, second, !truth)
  return []
}

/** Without the masks and shifts by which compilers take a part of a word. */
export function unmasked(value: Value): Value {
  const [first, second] = value.args
  if (first === undefined || second === undefined) return value
  if (value.op === 'AND' && first.constant !== null) return unmasked(second)
  if (value.op === 'AND' && second.constant !== null) return unmasked(first)
  if ((value.op === 'SHR' || value.op === 'SHL') && first.constant !== null) return unmasked(second)
  if (value.op === 'DIV' && second.constant !== null && isPower(second.constant)) return unmasked(first)
  return value
}

/** Whom a value names, when it is nothing but that. */
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
    if (of !== null && what.op === 'SLOAD' && what.from.at(-1)?.kind === 'word')
      return [{ about: 'account', slot: what.from.at(-1)?.slot ?? null, fixed: null, of, truth }]
    if (of !== null && what.constant !== null && what.constant >= LEAST_ADDRESS && what.constant >> 160n === 0n)
      return [{ about: 'account', slot: null, fixed: addressOf(what.constant), of, truth }]
    // Booleans and small enumerations compared with a constant.
    if (who.op === 'SLOAD' && what.constant !== null && what.constant < 256n)
      return stored(who, what.constant === 1n ? truth : what.constant === 0n ? !truth : null)
  }
  return one.marks & 4 || two.marks & 4 ? compared({ ...one, args: [one, two] }) : []
}

function compared({ args }: Value): Test[] {
  const slot = args.flatMap(({ from }) => from).find(({ kind }) => kind === 'word')?.slot ?? null
  const none = { fixed: null, of: null, truth: null }
  if (args.some(({ marks }) => marks & 4)) return [{ about: 'time', slot, ...none }]
  const fromCall = args.some(({ argument, marks }) => argument > 0 || marks & 64)
  if (slot !== null && fromCall) return [{ about: 'limit', slot, ...none }]
  // `balance > 0`, `lastBuy[from] < x`: nobody's list, and no limit that somebody sets.
  return []
}

function isPower(value: bigint): boolean {
  return value > 0n && (value & (value - 1n)) === 0n
}

export function addressOf(value: bigint): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}
