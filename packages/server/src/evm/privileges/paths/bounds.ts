import { inputsOf } from './marks.ts'
import { ANY, backward, forward, type Range, type Sized } from './sized.ts'
import type { Compared, Side, Truth } from './word.ts'

/** What a path has found out about a number of the call. */
export type Bound = Side & Range

const MAX = (1n << 256n) - 1n
const MAX_BOUNDS = 16

/**
 * Remembers what a decided comparison says of a number of the call. A lifted one says something where the caller chooses that number alone: beside a
 * constant, or as equal to a stored word. Else another stored word is supposed.
 */
export function noteSize(bounds: Bound[], { compared }: Truth, { holds, lifted }: { holds: boolean; lifted: boolean }) {
  if (compared === undefined || (lifted && !isOfCode(compared) && (compared.less || !holds))) return
  const { root, steps, other, isFirst } = sidesOf(compared)
  const at = bounds.findIndex((one) => isSame(one, root))
  if (at === -1 && bounds.length >= MAX_BOUNDS) return
  const known: Range = bounds[at] ?? ANY
  const outcome = outcomeOf(compared, { isFirst, other, holds }, forward(known, steps))
  const found = outcome === null ? null : backward(known, steps, outcome)
  // An outcome that cannot be is no news of the number.
  if (found === null) return
  const { value, marks } = root
  const bound = { value, marks, ...found }
  if (at === -1) bounds.push(bound)
  else bounds[at] = bound
}

/** Whether a comparison cannot have this outcome: an empty list is not as long as a stored word asks. A lifted one may suppose another stored word. */
export function isImpossible(
  bounds: readonly Bound[],
  { compared }: Truth,
  { holds, lifted }: { holds: boolean; lifted: boolean },
): boolean {
  if (bounds.length === 0 || compared === undefined || (lifted && !isOfCode(compared))) return false
  const { root, steps, other, isFirst } = sidesOf(compared)
  const known = bounds.find((one) => isSame(one, root))
  if (known === undefined) return false
  const outcome = outcomeOf(compared, { isFirst, other, holds }, forward(known, steps))
  return outcome === null || backward(known, steps, outcome) === null
}

function isOfCode({ first, second }: Compared): boolean {
  return first.marks === 0 || second.marks === 0
}

/** The number of the call, what the code made of it, and the other number. */
function sidesOf({ first, second }: Compared): Sized & { isFirst: boolean; other: bigint } {
  const isFirst = inputsOf(first.marks) !== 0
  const [{ sized, value, marks }, { value: other }] = isFirst ? [first, second] : [second, first]
  return { ...(sized ?? { root: { value, marks }, steps: [] }), isFirst, other }
}

/** How large the compared number is then; null where it cannot be. `from`: what is known of it before. */
function outcomeOf(
  { less }: Compared,
  { isFirst, other, holds }: { isFirst: boolean; other: bigint; holds: boolean },
  from: Range,
): Range | null {
  if (!less) {
    if (holds) return { least: other, most: other }
    const { least, most } = from
    if (least === other) return least === most ? null : { least: other + 1n, most: MAX }
    return most === other ? { least: 0n, most: other - 1n } : ANY
  }
  // As `first < second`, or `first >= second`.
  if (isFirst) return holds ? upTo(other - 1n) : { least: other, most: MAX }
  return holds ? above(other) : upTo(other)
}

const upTo = (most: bigint): Range | null => (most < 0n ? null : { least: 0n, most })
const above = (other: bigint): Range | null => (other === MAX ? null : { least: other + 1n, most: MAX })

function isSame(one: Side, other: Side): boolean {
  return one.value === other.value && one.marks === other.marks
}
