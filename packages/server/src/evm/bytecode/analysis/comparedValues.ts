import type { ComparedValues } from '@redoubt/risk/facts/bytecode.ts'
import { unmasked } from './tests.ts'
import type { Value } from './value.ts'

const COMPARISONS = new Set(['EQ', 'SUB', 'XOR', 'LT', 'GT', 'SLT', 'SGT'])
const LOGIC = new Set(['ISZERO', 'AND', 'OR'])
const HASHES = new Set(['KECCAK', 'ANYHASH'])
const MAX_WORDS = 8
const MAX_WEI = 3
/** Lengths and selectors of enumerations are tried anyway. */
const MIN_WORD = 256n
/** Beyond are checks of types and of lengths. */
const MAX_LIMIT = 1n << 63n
const MASK = (1n << 160n) - 1n

/** Returns the values that the conditions of one function compare the call with. Undefined: none. */
export function comparedValues(conditions: readonly Value[]): ComparedValues | undefined {
  const words = new Set<bigint>()
  const wei = new Set<bigint>()
  let hashes = false
  const look = ({ op, args }: Value): void => {
    if (LOGIC.has(op)) args.forEach(look)
    const [first, second] = args
    if (!COMPARISONS.has(op) || first === undefined || second === undefined) return
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { constant } = other
      const exact = op === 'EQ' || op === 'SUB' || op === 'XOR'
      if (exact && HASHES.has(one.op) && (constant !== null || other.op === 'SLOAD')) hashes = true
      if (constant === null) continue
      const telling = exact ? constant !== MASK : constant < MAX_LIMIT
      if (telling && isArgument(one) && constant >= MIN_WORD) words.add(constant)
      if (unmasked(one).op === 'CALLVALUE' && constant > 0n) {
        wei.add(constant)
        if (!exact) wei.add(constant + 1n)
      }
    }
  }
  conditions.forEach(look)
  if (words.size === 0 && wei.size === 0 && !hashes) return undefined
  const hex = (word: bigint) => `0x${word.toString(16).padStart(64, '0')}` as const
  return { words: [...words].slice(0, MAX_WORDS).map(hex), wei: [...wei].slice(0, MAX_WEI), hashes }
}

/** An argument itself, masked or shifted; that it equals itself masked is a check of its type. */
function isArgument(value: Value): boolean {
  const { op, argument } = unmasked(value)
  return op === 'ARG' && argument > 0
}
