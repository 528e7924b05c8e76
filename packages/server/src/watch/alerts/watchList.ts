import { setImmediate } from 'node:timers/promises'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { WatchRow, WatchRows } from '../chain/watcher.ts'
import { createWatchedSet, type WatchedSet } from './watchedSet.ts'

/** PostgreSQL gives numbers out before rows can be seen: a row may appear behind those that were read, for about so long. */
const SETTLED_MS = 10_000

/** Rows read again after a first, long read, because transactions may still have been open during it. */
const OVERLAP = 2_000

type Environment = 'live' | 'test'
type Loaded = {
  sets: Record<Environment, WatchedSet>
  named: Follower
  scanned: Follower
  /** Whose scans are in it. */
  listeners: Set<string>
  at: number
}

export type WatchList = {
  /** What is watched in an environment, with all that was written until half a second ago. */
  current(environment: Environment): Promise<WatchedSet>
  isWatching(chain: Chain, environment: Environment): Promise<boolean>
}

/** Rows read at once: a few milliseconds each. */
const PAGE = 2_000
const FRESH_MS = 500
/** The table is rebuilt to drop addresses that are no longer watched. Until then each costs a database query. */
const ANEW_MS = 15 * 60_000

/**
 * Every watched address in memory, followed in the database, which other nodes write too. Loaded when it is first asked for.
 * @param now Unix milliseconds.
 */
export function createWatchList(rows: WatchRows, { seed, now }: { seed: number; now: () => number }): WatchList {
  let loaded: Loaded | null = null
  let reading: Promise<Loaded> | null = null
  let readAt = Number.NEGATIVE_INFINITY

  const empty = (): Loaded => ({
    sets: { live: createWatchedSet(seed), test: createWatchedSet(seed) },
    named: createFollower(now),
    scanned: createFollower(now),
    listeners: new Set(),
    at: now(),
  })

  async function read(): Promise<Loaded> {
    const { sets, named, scanned, listeners, at } = loaded === null || now() - loaded.at >= ANEW_MS ? empty() : loaded
    const add = (row: WatchRow) => sets[row.environment].add(row.address, row.chain)
    await named.read((after) => rows.named(after, PAGE), PAGE, add)
    const heard = await rows.listeners()
    const joined = heard.filter((account) => !listeners.has(account))
    for (const account of joined) listeners.add(account)
    // What they scanned so far was passed over.
    if (joined.length > 0) scanned.rewind()
    if (listeners.size > 0)
      await scanned.read(
        (after) => rows.scanned(after, PAGE),
        PAGE,
        (row) => {
          if (listeners.has(`${row.accountId}:${row.environment}`)) add(row)
        },
      )
    loaded = { sets, named, scanned, listeners, at }
    readAt = now()
    return loaded
  }

  async function fresh(): Promise<Loaded> {
    if (loaded !== null && now() - readAt < FRESH_MS) return loaded
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  return {
    current: async (environment) => (await fresh()).sets[environment],
    isWatching: async (chain, environment) => (await fresh()).sets[environment].any(chain),
  }
}

/** Reads a table on from where it was, by the number that each row got when it was written. */
type Follower = {
  /** @param page how many rows one question answers at most. */
  read<Row extends { seq: number }>(
    ask: (after: number) => Promise<Row[]>,
    page: number,
    use: (row: Row) => void,
  ): Promise<void>
  /** The next read begins at the first row. */
  rewind(): void
}

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
