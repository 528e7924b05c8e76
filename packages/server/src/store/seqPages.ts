/** The place that a cursor of `pageOf` stands for. @throws RangeError when it is none. */
export function placeIn(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new RangeError('The cursor is not one that this service returned.')
  return Number(cursor)
}

/** A page of rows in the order of their places. One more than `limit` is read, to see whether another page follows. */
export function pageOf<Row extends { seq: number }>(
  read: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const rows = read.slice(0, limit)
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, nextCursor: last ? String(last.seq) : null }
}
