import { CompiledQuery, sql } from 'kysely'
import { createBatchReads } from '../lib/batchReads.ts'
import type { Engine } from './engine/engine.ts'
import type { RateCounters } from './rateCounters.ts'
import { DAY_MS, MINUTE_MS, type RateDecision, type RateLimits, rateDecision } from './rateWindow.ts'

/** The function runs once for each row of its arguments, in their order. */
const TAKE = `select place, exceeded, remaining, oldest
  from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
    as asked (place, key_id, at, per_minute, per_day)
  cross join lateral take_request(key_id, at, per_minute, per_day)`
/** Statements under way: while one is answered, the next is on its way. */
const MAX_STATEMENTS = 2

/** How long a node goes by the difference of its clock from the database's, and the difference that is left alone, in milliseconds. */
const ADJUSTED_FOR_MS = 60_000
const TOLERATED_MS = 1_000

type Asked = { accountId: string; limits: RateLimits; now: number }
type Taken = { place: number; exceeded: RateDecision['exceeded']; remaining: number; oldest: number | null }

/**
 * Counters that all nodes share (PostgreSQL): an unlogged table behind one function, one round trip for all who ask together. Times are the
 * database's: to a node whose clock is a minute behind another's, each window would be from a future that never was, and empty.
 * @param clock Unix milliseconds of this machine.
 */
export function createSharedRateCounters({ db }: Engine, clock: () => number = Date.now): RateCounters {
  const adjust = createClockAdjustment(db, clock)
  const takeTogether = createBatchReads<Asked, RateDecision>(async (asked) => {
    // The accounts' locks are held until all are counted: taken in one order, so that no two nodes wait for each other in a circle.
    const order = asked.map((_, place) => place).sort((a, b) => compare(asked[a]?.accountId, asked[b]?.accountId))
    const column = <Value>(of: (one: Asked) => Value) => order.map((place) => of(asked[place] as Asked))
    const { rows } = await db.executeQuery<Taken>(
      CompiledQuery.raw(TAKE, [
        order,
        column(({ accountId }) => accountId),
        column(({ now }) => now),
        column(({ limits }) => limits.perMinute),
        column(({ limits }) => limits.perDay),
      ]),
    )
    const decisions: RateDecision[] = []
    for (const { place, exceeded, remaining, oldest } of rows) {
      const { limits, now } = asked[place] as Asked
      decisions[place] = rateDecision(limits, now, { exceeded, counted: limits.perMinute - remaining, oldest })
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
    giveBack: (accountId) =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ day: number }>`select day from rate_counters
          where key_id = ${accountId} and minute_count > 0 for update`.execute(transaction)
        const [counter] = rows
        if (counter === undefined) return
        const newest = sql`(select max(at) from rate_requests where key_id = ${accountId})`
        const taken = await sql<{ at: number }>`update rate_requests set count = count - 1
          where key_id = ${accountId} and at = ${newest} returning at`.execute(transaction)
        const [request] = taken.rows
        if (request === undefined) return
        await sql`delete from rate_requests where key_id = ${accountId} and count = 0`.execute(transaction)
        const ofDay = Math.floor(Number(request.at) / DAY_MS) === counter.day ? 1 : 0
        await sql`update rate_counters set minute_count = minute_count - 1, day_count = day_count - ${ofDay}::int
          where key_id = ${accountId}`.execute(transaction)
      }),
    flush: async () => {},
    async prune(now) {
      // Requests of idle accounts only: the lock and the second look at `last_at` leave one that has just come back alone.
      await sql`with idle as (
          select key_id from rate_counters
          where minute_count > 0 and last_at <= ${now - MINUTE_MS} for update skip locked
        ), gone as (delete from rate_requests using idle where rate_requests.key_id = idle.key_id)
        update rate_counters set minute_count = 0 from idle where rate_counters.key_id = idle.key_id`.execute(db)
    },
    problem: () => null,
  }
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
