import { sql } from 'kysely'
import { USAGE_DAYS, type UsageCounts } from '../../domain/ports/usage.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'

const DAY_MS = 86_400_000

export type Usage = UsageCounts & {
  flush(): Promise<void>
  /** Deletes days that are no longer shown. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

type Counted = { account_id: string; environment: string; day: number; key_id: string; requests: number }

/** Requests by day and key. Counts are kept in memory and added with the next flush: a crash loses some seconds of them. */
export function createUsage({ db, dialect }: Engine): Usage {
  const pending = new Map<string, Counted>()
  const add = (counted: Counted) => {
    const name = `${counted.account_id} ${counted.environment} ${counted.day} ${counted.key_id}`
    const known = pending.get(name)
    if (known) known.requests += counted.requests
    else pending.set(name, counted)
  }
  const flush = async () => {
    if (pending.size === 0) return
    // In one order everywhere: two nodes that flush the same rows must not wait for each other in a circle.
    const counts = [...pending].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted)
    pending.clear()
    const given = givenRows(
      dialect,
      { account_id: 'text', environment: 'text', day: 'bigint', key_id: 'text', requests: 'bigint' },
      counts,
    )
    const write = sql`insert into usage_days (account_id, environment, day, key_id, requests)
      select account_id, environment, day, key_id, requests from ${given} as given where true
      on conflict (account_id, environment, day, key_id)
      do update set requests = usage_days.requests + excluded.requests`.execute(db)
    await write.catch((error: unknown) => {
      for (const counted of counts) add(counted)
      throw error
    })
  }
  return {
    count(accountId, environment, keyId, now) {
      add({ account_id: accountId, environment, day: Math.floor(now / DAY_MS), key_id: keyId, requests: 1 })
    },
    async list(accountId, environment, sinceDay) {
      await flush()
      const rows = await db
        .selectFrom('usage_days')
        .select(['day', 'key_id', 'requests'])
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('day', '>=', sinceDay)
        .orderBy('day', 'desc')
        .orderBy('requests', 'desc')
        .execute()
      return rows.map((row) => ({ day: row.day, keyId: row.key_id, requests: row.requests }))
    },
    flush,
    async prune(now, pacing) {
      const oldest = Math.floor(now / DAY_MS) - USAGE_DAYS
      const remove = async (limit: number) => {
        const old = sql`delete from usage_days where (account_id, environment, day, key_id) in
          (select account_id, environment, day, key_id from usage_days where day < ${oldest} limit ${limit})`
        return Number((await old.execute(db)).numAffectedRows ?? 0)
      }
      await pruneInChunks(dialect, remove, pacing)
    },
  }
}
