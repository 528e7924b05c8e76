import { CompiledQuery, sql } from 'kysely'
import type { Engine } from './engine/engine.ts'
import type { RateCounters } from './rateCounters.ts'
import { MINUTE_MS, type RateDecision, rateDecision } from './rateWindow.ts'

const TAKE = 'select exceeded, remaining, oldest from take_request($1, $2, $3, $4)'

/** Counters that all nodes share (PostgreSQL): an unlogged table behind one function, one round trip per request. */
export function createSharedRateCounters({ db }: Engine): RateCounters {
  return {
    async take(keyId, limits, now) {
      const { rows } = await db.executeQuery<{
        exceeded: RateDecision['exceeded']
        remaining: number
        oldest: number | null
      }>(CompiledQuery.raw(TAKE, [keyId, now, limits.perMinute, limits.perDay]))
      const [row] = rows
      if (!row) throw new Error('take_request returned nothing.')
      const { exceeded, remaining, oldest } = row
      return rateDecision(limits, now, { exceeded, counted: limits.perMinute - remaining, oldest })
    },
    flush: async () => {},
    async prune(now) {
      // Requests of idle keys only: the lock and the second look at `last_at` leave a key that has just come back alone.
      await sql`with idle as (
          select key_id from rate_counters
          where minute_count > 0 and last_at <= ${now - MINUTE_MS} for update skip locked
        ), gone as (delete from rate_requests using idle where rate_requests.key_id = idle.key_id)
        update rate_counters set minute_count = 0 from idle where rate_counters.key_id = idle.key_id`.execute(db)
    },
    problem: () => null,
  }
}
