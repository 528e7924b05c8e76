import { solveCondition } from '../../simulation/branches/solveCondition.ts'
import type { Value } from './value.ts'

const MAX_PACKED = 6
/** Fields of one word that are put together. */
const MAX_FIELDS = 8
const JOINING = new Set(['AND', 'OR', 'ISZERO'])
const COMPARING = new Set(['EQ', 'LT', 'GT', 'SUB', 'XOR'])

/** A part of an argument: the bit of the argument, and the lowest bit of the part. */
type Field = { argument: number; shift: number }
/** With its value at a bound that the code has, and the next lower one. */
type Bound = Field & { edge: bigint; below: bigint }

/**
 * Values of packed arguments at which a function's conditions on their fields change sides: all fields at their bounds, or below them, and each
 * field alone. Empty where no condition compares a field above the lowest one.
 */
export function packedWords(conditions: readonly Value[]): bigint[] {
  const bounds = conditions.flatMap(comparisonsIn).flatMap((one) => boundIn(one) ?? [])
  const words = [...Map.groupBy(bounds, ({ argument }) => argument).values()].flatMap((fields): bigint[] => {
    if (fields.every(({ shift }) => shift === 0)) return []
    const unique = [...new Map(fields.map((one) => [one.shift, one])).values()].slice(0, MAX_FIELDS)
    return [
      unique.reduce((word, { edge }) => word | edge, 0n),
      unique.reduce((word, { below }) => word | below, 0n),
      ...unique.map(({ edge }) => edge),
    ]
  })
  return [...new Set(words)].filter((word) => word > 0n).slice(0, MAX_PACKED)
}

/** The single comparisons that a condition joins. */
function comparisonsIn(condition: Value): Value[] {
  if (COMPARING.has(condition.op)) return [condition]
  return JOINING.has(condition.op) ? condition.args.flatMap(comparisonsIn) : []
}

/** The bound of a field that is compared with a constant. */
function boundIn(comparison: Value): Bound | null {
  const fields = comparison.args.flatMap((one) => fieldIn(one) ?? [])
  const [field] = fields
  if (field === undefined || fields.length > 1) return null
  const solved = solveCondition(
    comparison,
    () => null,
    ({ op, argument }) => (op === 'ARG' ? argument : null),
  )
  const [edge] = solved
  if (edge === undefined) return null
  const below = solved.map(({ value }) => value).filter((value) => value < edge.value)
  return { ...field, edge: edge.value, below: below.reduce((most, one) => (one > most ? one : most), 0n) }
}

/** Where in an argument a value is, behind the masks and shifts by which compilers take a field of a word. */
function fieldIn({ op, args, argument }: Value): Field | null {
  if (op === 'ARG') return argument > 0 ? { argument, shift: 0 } : null
  const [first, second] = args
  if (first === undefined || second === undefined) return null
  const [value, by] = first.constant === null ? [first, second.constant] : [second, first.constant]
  if (by === null || value.constant !== null) return null
  const inner = fieldIn(value)
  if (inner === null) return null
  const moved = (bits: bigint) => ({ ...inner, shift: inner.shift + Number(bits) })
  switch (op) {
    case 'SHR':
      return value === second && by < 256n ? moved(by) : null
    case 'DIV':
      return value === first && by > 0n && (by & (by - 1n)) === 0n ? moved(BigInt(zerosBelow(by))) : null
    case 'BYTE':
      return value === second && by < 32n ? moved(8n * (31n - by)) : null
    case 'AND':
      return by === 0n || inner.shift > 0 ? inner : moved(BigInt(zerosBelow(by)))
    case 'ADD':
    case 'SUB':
    case 'MOD':
      return inner
    default:
      return null
  }
}

/** Zero bits below the lowest set one. */
function zerosBelow(value: bigint): number {
  return (value & -value).toString(2).length - 1
}
