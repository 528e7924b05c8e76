import { setImmediate } from 'node:timers/promises'

/** Reads a table on from where it was, by the number that each row got when it was written. */
export type Follower = {
  /** @param page how many rows one question answers at most. */
  read<Row extends { seq: number }>(
    ask: (after: number) => Promise<Row[]>,
    page: number,
    use: (row: Row) => void,
  ): Promise<void>
  /** The next read begins at the first row. */
  rewind(): void
}

/** PostgreSQL gives numbers out before rows can be seen: a row may appear behind those that were read, for about so long. */
const SETTLED_MS = 10_000
/** Rows read again after a first, long read, because transactions may still have been open during it. */
const OVERLAP = 2_000

/** Rows may be told twice, never left out. @param now Unix milliseconds. */
export function createFollower(now: () => number): Follower {
  let settled = 0
  let newest = 0
  let newestAt = Number.NEGATIVE_INFINITY

  return {
    async read(ask, page, use) {
      let last = settled
      for (;;) {
        const rows = await ask(last)
        for (const row of rows) use(row)
        last = rows.at(-1)?.seq ?? last
        if (rows.length < page) break
        // A database in the process answers without yielding to the event loop.
        await setImmediate()
      }
      if (newestAt === Number.NEGATIVE_INFINITY) {
        settled = Math.max(0, last - OVERLAP)
        newest = last
        newestAt = now()
      } else if (now() - newestAt >= SETTLED_MS) {
        settled = Math.max(settled, newest)
        newest = last
        newestAt = now()
      }
    },
    rewind() {
      settled = 0
      newest = 0
      newestAt = Number.NEGATIVE_INFINITY
    },
  }
}
