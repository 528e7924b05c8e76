import { CompiledQuery, sql } from 'kysely'
import { createBatchReads } from '../lib/batchReads.ts'
import type { Engine } from './engine/engine.ts'
import type { RateCounters } from './rateCounters.ts'
import { MINUTE_MS, type RateDecision, type RateLimits, rateDecision } from './rateWindow.ts'

/** The function runs once for each row of its arguments, in their order. */
const TAKE = `select place, exceeded, remaining, oldest
  from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
    as asked (place, key_id, at, per_minute, per_day)
  cross join lateral take_request(key_id, at, per_minute, per_day)`
/** Statements under way: while one is answered, the next is on its way. */
const MAX_STATEMENTS = 2

type Asked = { accountId: string; limits: RateLimits; now: number }
type Taken = { place: number; exceeded: RateDecision['exceeded']; remaining: number; oldest: number | null }

/** Counters that all nodes share (PostgreSQL): an unlogged table behind one function, one round trip for all who ask together. */
export function createSharedRateCounters({ db }: Engine): RateCounters {
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
    take: (accountId, limits, now) => takeTogether({ accountId, limits, now }),
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

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0
}
