/** Something that moved, as the address sees it that is asked about. */
export type Moved = { isOut: boolean; amount: bigint }

/** The order in which payments are told when not all can be: what leaves before what comes, and the largest first. */
export function outgoingFirst(a: Moved, b: Moved): number {
  if (a.isOut !== b.isOut) return a.isOut ? -1 : 1
  if (a.amount === b.amount) return 0
  return a.amount > b.amount ? -1 : 1
}
