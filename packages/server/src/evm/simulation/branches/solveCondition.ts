import type { Value } from '../../bytecode/analysis/value.ts'
import { leafOf as environmentIn, type Leaf } from './leaf.ts'

/** A value of an unknown (by default: of the environment) with which a condition turns out otherwise, or stands at its edge. */
export type Candidate<Unknown = Leaf> = {
  leaf: Unknown
  value: bigint
  /** The code asks for exactly this. */
  exact: boolean
  /** Any value that many further on will do as well: the code asks for a remainder. */
  step?: bigint
}

const WORD = 1n << 256n
const MAX_DEPTH = 24

/**
 * The values at which a branch condition changes sides, by computing backwards from it to the unknown that it
 * tests, by default a value of the environment: constants next to comparisons, through masks, shifts, sums, products and remainders. Nothing for conditions on
 * hashes or on two unknowns.
 * @param known What a value is, where the walk does not know but the caller does (a storage slot's content).
 * @param leafOf The unknown that a value is, and nothing else; null for all others.
 */
export function solveCondition(condition: Value, known: (value: Value) => bigint | null): Candidate[]
export function solveCondition<Unknown>(
  condition: Value,
  known: (value: Value) => bigint | null,
  leafOf: (value: Value) => Unknown | null,
): Candidate<Unknown>[]
export function solveCondition(
  condition: Value,
  known: (value: Value) => bigint | null,
  leafOf: (value: Value) => unknown = environmentIn,
): Candidate<unknown>[] {
  const found: Candidate<unknown>[] = []
  const constantOf = (value: Value | undefined) => (value === undefined ? null : (value.constant ?? known(value)))

  function test(value: Value, depth: number): void {
    const [first, second] = value.args
    if (depth > MAX_DEPTH || first === undefined) {
      target(value, [0n, 1n], true, depth)
      return
    }
    if (value.op === 'ISZERO') {
      if (isTruth(first)) test(first, depth + 1)
      else target(first, [0n, 1n], true, depth + 1)
      return
    }
    if (second === undefined) {
      target(value, [0n, 1n], true, depth)
      return
    }
    if (isComparison(value.op)) {
      const [a, b] = [constantOf(first), constantOf(second)]
      const exact = value.op === 'EQ' || value.op === 'SUB' || value.op === 'XOR'
      const unknown = a === null ? first : second
      const bound = a ?? b
      if (bound === null || (a !== null && b !== null)) return
      target(unknown, exact ? [bound, bound + 1n] : [bound, bound + 1n, bound - 1n], exact, depth + 1)
      return
    }
    // Solidity joins booleans with these where it does not branch; a mask is a comparison with zero.
    if ((value.op === 'AND' || value.op === 'OR') && constantOf(first) === null && constantOf(second) === null) {
      test(first, depth + 1)
      test(second, depth + 1)
      return
    }
    target(value, [0n, 1n], true, depth)
  }

  /** Values of the leaf inside for which `value` is one of those wanted. */
  function target(value: Value, wanted: bigint[], exact: boolean, depth: number, step?: bigint): void {
    const leaf = leafOf(value)
    if (leaf !== null) {
      for (const [index, each] of wanted.entries())
        if (each >= 0n && each < WORD)
          found.push({ leaf, value: each, exact: exact && index === 0, ...(step !== undefined && { step }) })
      return
    }
    if (isTruth(value)) {
      test(value, depth + 1)
      return
    }
    const [first, second] = value.args
    if (depth > MAX_DEPTH || first === undefined || second === undefined) return
    const [a, b] = [constantOf(first), constantOf(second)]
    const left = a === null
    const constant = a ?? b
    if (constant === null || (a !== null && b !== null)) return
    const back = INVERSE[value.op]
    if (back === undefined) return
    const before = wanted.flatMap((each) => back(each, constant, left) ?? [])
    const remainder = value.op === 'MOD' ? constant : undefined
    if (before.length > 0) target(left ? first : second, before, exact, depth + 1, remainder)
  }

  test(condition, 0)
  return found
}

/** A preimage of `wanted` under an operation with a constant; `left`: the unknown is the operand on top of the stack. */
const INVERSE: Record<string, (wanted: bigint, constant: bigint, left: boolean) => bigint | null> = {
  ADD: (wanted, constant) => BigInt.asUintN(256, wanted - constant),
  SUB: (wanted, constant, left) => BigInt.asUintN(256, left ? wanted + constant : constant - wanted),
  XOR: (wanted, constant) => wanted ^ constant,
  MUL: (wanted, constant) => (constant === 0n ? null : wanted / constant),
  DIV: (wanted, constant, left) => (left ? wanted * constant : wanted === 0n ? constant + 1n : constant / wanted),
  MOD: (wanted, constant, left) => (left && wanted < constant ? wanted : null),
  AND: (wanted, mask) => ((wanted & mask) === wanted ? wanted : null),
  OR: (wanted, mask) => ((wanted & mask) === mask ? wanted : null),
  SHR: (wanted, bits, left) => (left || bits > 255n ? null : BigInt.asUintN(256, wanted << bits)),
  SHL: (wanted, bits, left) => (left || bits > 255n ? null : wanted >> bits),
  BYTE: (wanted, index, left) => (left || index > 31n ? null : (wanted & 255n) << (8n * (31n - index))),
}

function isComparison(op: string): boolean {
  return op === 'EQ' || op === 'LT' || op === 'GT' || op === 'SLT' || op === 'SGT' || op === 'SUB' || op === 'XOR'
}

function isTruth({ op }: Value): boolean {
  return op === 'ISZERO' || op === 'EQ' || op === 'LT' || op === 'GT' || op === 'SLT' || op === 'SGT'
}
