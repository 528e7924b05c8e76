import { type Compared, inputsOf, type Side, type Truth } from './taint.ts'

/** What a path has found out about a number of the call: it lies from `least` to `most`. */
export type Bound = Side & { least: bigint; most: bigint }

const MAX = (1n << 256n) - 1n
const MAX_BOUNDS = 16

/**
 * Remembers what a decided comparison says of a number of the call. A lifted one says something where the caller chooses that number alone: beside a
 * constant, or as equal to a stored word. Else another stored word is supposed.
 */
export function noteSize(bounds: Bound[], { compared }: Truth, { holds, lifted }: { holds: boolean; lifted: boolean }) {
  if (compared === undefined || bounds.length >= MAX_BOUNDS) return
  if (lifted && !isOfCode(compared) && (compared.less || !holds)) return
  const bound = boundOf(compared, holds)
  if (bound !== null) bounds.push(bound)
}

/** Whether a comparison cannot have this outcome: an empty list is not as long as a stored word asks. A lifted one may suppose another stored word. */
export function isImpossible(
  bounds: readonly Bound[],
  { compared }: Truth,
  { holds, lifted }: { holds: boolean; lifted: boolean },
): boolean {
  if (bounds.length === 0 || compared === undefined || (lifted && !isOfCode(compared))) return false
  const bound = boundOf(compared, holds)
  return (
    bound !== null && bounds.some((one) => isSame(one, bound) && (one.most < bound.least || one.least > bound.most))
  )
}

function isOfCode({ first, second }: Compared): boolean {
  return first.marks === 0 || second.marks === 0
}

function boundOf({ less, first, second }: Compared, holds: boolean): Bound | null {
  const [isFirst, { value, marks }, { value: other }] =
    inputsOf(first.marks) !== 0 ? [true, first, second] : [false, second, first]
  if (!less) return holds ? { value, marks, least: other, most: other } : null
  // As `first < second`, or `first >= second`.
  if (isFirst) return holds ? { value, marks, least: 0n, most: other - 1n } : { value, marks, least: other, most: MAX }
  return holds ? { value, marks, least: other + 1n, most: MAX } : { value, marks, least: 0n, most: other }
}

function isSame(one: Side, other: Side): boolean {
  return one.value === other.value && one.marks === other.marks
}
