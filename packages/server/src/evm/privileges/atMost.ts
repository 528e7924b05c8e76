import type { Budget } from '../trade/budget.ts'

/** Returns the first so many items. The rest is noted as cut: an untried item is not known to be harmless. */
export function atMost<Item>(
  { budget }: { budget: Pick<Budget, 'note'> },
  all: readonly Item[],
  { most, what }: { most: number; what: string },
): readonly Item[] {
  if (all.length <= most) return all
  budget.note(what)
  return all.slice(0, most)
}
