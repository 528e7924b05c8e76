import { CompiledQuery, sql } from 'kysely'
import { createBatchReads } from '../lib/batchReads.ts'
import type { Engine } from './engine/engine.ts'
import type { RateCounters } from './rateCounters.ts'
import { DAY_MS, MINUTE_MS, type RateDecision, type RateLimits, rateDecision } from './rateWindow.ts'

/** The function runs once for each row of its arguments, in their order. */
const TAKE = `select place, granted, counted, exceeded, oldest
  from unnest($1::int[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
    as asked (place, account_id, requests, at, per_minute, per_day)
  cross join lateral take_requests(account_id, requests, at, per_minute, per_day)`
/** Statements under way: while one is answered, the next is on its way. */
const MAX_STATEMENTS = 2

/** How long a node goes by the difference of its clock from the database's, and the difference that is left alone, in milliseconds. */
const ADJUSTED_FOR_MS = 60_000
const TOLERATED_MS = 1_000

type Asked = { accountId: string; limits: RateLimits; now: number }
/** The requests of one account with the same limits, by their places among those that ask together; `now` of the newest. */
type Group = { accountId: string; limits: RateLimits; now: number; places: number[] }
/** Of a group: how many were counted, how many count in the minute now, and what the others exceeded. */
type Taken = {
  place: number
  granted: number
  counted: number
  exceeded: RateDecision['exceeded']
  oldest: number | null
}

/**
 * Counters that all nodes share (PostgreSQL): one row an account in an unlogged table behind one function, one round trip for all who ask
 * together. Times are the database's: to a node whose clock is a minute behind another's, each window would be from a future
 * that never was, and empty.
 * @param clock Unix milliseconds of this machine.
 */
export function createSharedRateCounters({ db }: Engine, clock: () => number = Date.now): RateCounters {
  const adjust = createClockAdjustment(db, clock)
  const takeTogether = createBatchReads<Asked, RateDecision>(async (asked) => {
    // The accounts' locks are held until all are counted: taken in one order, so that no two nodes wait for each other in a circle.
    const groups = grouped(asked).sort((a, b) => compare(a.accountId, b.accountId))
    const column = <Value>(of: (group: Group, place: number) => Value) => groups.map(of)
    const { rows } = await db.executeQuery<Taken>(
      CompiledQuery.raw(TAKE, [
        column((_, place) => place),
        column(({ accountId }) => accountId),
        column(({ places }) => places.length),
        column(({ now }) => now),
        column(({ limits }) => limits.perMinute),
        column(({ limits }) => limits.perDay),
      ]),
    )
    const decisions: RateDecision[] = []
    for (const { place, granted, counted, exceeded, oldest } of rows) {
      const { places, limits } = groups[place] as Group
      for (const [turn, of] of places.entries()) {
        const state =
          turn < granted
            ? { exceeded: null, counted: counted - granted + turn + 1, oldest }
            : { exceeded, counted, oldest }
        decisions[of] = rateDecision(limits, (asked[of] as Asked).now, state)
      }
    }
    return decisions
  }, MAX_STATEMENTS)
  return {
    async take(accountId, limits, now) {
      const found = adjust()
      const by = typeof found === 'number' ? found : await found
      if (by === 0) return takeTogether({ accountId, limits, now })
      const decision = await takeTogether({ accountId, limits, now: now + by })
      return { ...decision, resetAt: decision.resetAt - by }
    },
    giveBack: async (accountId) => {
      const last = sql`cardinality(times)`
      const alone = sql`counts[${last}] = 1`
      await sql`update rate_windows set counted = counted - 1,
          day_count = day_count - case when times[${last}] / ${DAY_MS}::bigint = day then 1 else 0 end,
          times = case when ${alone} then times[:${last} - 1] else times end,
          counts = counts[:${last} - 1] || case when ${alone} then '{}' else array[counts[${last}] - 1] end
        where account_id = ${accountId} and counted > 0`.execute(db)
    },
    flush: async () => {},
    async prune(now) {
      // Rows of idle accounts only; one that has just come back is locked, and left alone.
      await sql`with idle as (
          select account_id from rate_windows
          where times[cardinality(times)] <= ${now - MINUTE_MS} for update skip locked
        )
        update rate_windows set counted = 0, times = '{}', counts = '{}'
          from idle where rate_windows.account_id = idle.account_id`.execute(db)
    },
    problem: () => null,
  }
}

function grouped(asked: readonly Asked[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [place, { accountId, limits, now }] of asked.entries()) {
    const key = `${accountId} ${limits.perMinute} ${limits.perDay}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { accountId, limits, now, places: [place] })
    else {
      group.places.push(place)
      group.now = Math.max(group.now, now)
    }
  }
  return [...groups.values()]
}

/** What to add to this machine's time to have the database's, in milliseconds. It is asked again aside, and waited for once. */
function createClockAdjustment(db: Engine['db'], clock: () => number): () => number | Promise<number> {
  let by: number | null = null
  let asking: Promise<number> | null = null
  let askedAt = 0

  async function ask(): Promise<number> {
    const before = clock()
    const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db)
    const ahead = Number(rows[0]?.at) - (before + clock()) / 2
    return Math.abs(ahead) < TOLERATED_MS ? 0 : Math.round(ahead)
  }

  return () => {
    if (asking === null && (by === null || performance.now() - askedAt > ADJUSTED_FOR_MS)) {
      askedAt = performance.now()
      asking = ask()
      asking
        .then((found) => {
          by = found
        })
        // The request that waits is told; others go by the difference that was found before.
        .catch(() => undefined)
        .finally(() => {
          asking = null
        })
    }
    return by ?? asking ?? 0
  }
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0
}
