import { constant, operation, type Value } from './value.ts'

const MAX = (1n << 256n) - 1n

const signed = (value: bigint) => BigInt.asIntN(256, value)
const flag = (truth: boolean) => (truth ? 1n : 0n)

/** EVM arithmetic on words: what compilers use to compute jump targets, slots, masks and memory offsets. */
const ARITHMETIC: Record<string, (a: bigint, b: bigint) => bigint> = {
  ADD: (a, b) => a + b,
  MUL: (a, b) => a * b,
  SUB: (a, b) => a - b,
  DIV: (a, b) => (b === 0n ? 0n : a / b),
  MOD: (a, b) => (b === 0n ? 0n : a % b),
  LT: (a, b) => flag(a < b),
  GT: (a, b) => flag(a > b),
  SLT: (a, b) => flag(signed(a) < signed(b)),
  SGT: (a, b) => flag(signed(a) > signed(b)),
  EQ: (a, b) => flag(a === b),
  AND: (a, b) => a & b,
  OR: (a, b) => a | b,
  XOR: (a, b) => a ^ b,
  SHL: (a, b) => (a > 255n ? 0n : b << a),
  SHR: (a, b) => (a > 255n ? 0n : b >> a),
}

/** The result of an opcode on two or fewer items, computed where it can be. `args[0]` was on top of the stack. */
export function compute(op: string, args: readonly Value[]): Value {
  const [first, second] = args
  const a = first?.constant
  const b = second?.constant
  if (a !== null && a !== undefined) {
    if (op === 'ISZERO') return constant(flag(a === 0n))
    if (op === 'NOT') return constant(MAX - a)
    if (b !== null && b !== undefined) {
      // Compilers shift with powers of 2 and 256; no other is worth the time that it may take.
      const result = op === 'EXP' && a <= 256n && b < 256n ? a ** b : ARITHMETIC[op]?.(a, b)
      if (result !== undefined) return constant(BigInt.asUintN(256, result))
    }
  }
  return simplified(op, first, second) ?? operation(op, args)
}

/** Simplifies redundant code of compilers: masks of everything, additions of nothing, a double negation. */
function simplified(op: string, first: Value | undefined, second: Value | undefined): Value | null {
  if (first === undefined) return null
  if (op === 'ISZERO' && first.op === 'ISZERO') {
    const inner = first.args[0]
    return inner !== undefined && isTruth(inner) ? inner : null
  }
  if (second === undefined) return null
  const [a, b] = [first.constant, second.constant]
  if (a === null && b === null) return null
  const other = a === null ? first : second
  const known = a ?? b
  if (op === 'ADD' && known === 0n) return other
  if ((op === 'SUB' || op === 'OR') && known === 0n && (op === 'OR' || b === 0n)) return other
  if (op === 'MUL' && known === 1n) return other
  if (op === 'DIV' && b === 1n) return first
  if (op === 'AND') return known === MAX ? other : known === 0n ? constant(0n) : null
  if ((op === 'SHL' || op === 'SHR') && a === 0n) return second
  return null
}

function isTruth({ op }: Value): boolean {
  return op === 'ISZERO' || op === 'EQ' || op === 'LT' || op === 'GT' || op === 'SLT' || op === 'SGT'
}
