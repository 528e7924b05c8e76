import { ACCOUNT_MASK, inputsOf, isInput, MIN_ACCOUNT, TAINT } from './marks.ts'
import type { Word } from './word.ts'

/** Operations that give any result by the choice of one operand. */
const REVERSIBLE = new Set(['XOR', 'ADD', 'SUB', 'NOT'])

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
  free.add(value & ACCOUNT_MASK)
}
