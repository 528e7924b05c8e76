import { sql } from 'kysely'
import type { Engine } from './engine/engine.ts'
import { MINUTE_MS, type RateDecision, type RateLimits, RateWindow } from './rateWindow.ts'

export type RateCounters = {
  /** Counts one request of a key, or refuses it; `now` in Unix ms. */
  take(keyId: string, limits: RateLimits, now: number): Promise<RateDecision>
  /** Writes what is only in memory. */
  flush(): Promise<void>
  /** Deletes what no longer counts. */
  prune(now: number): Promise<void>
  /** Why the last flush failed; null when it did not. */
  problem(): string | null
}

const FLUSH_MS = 1000

/**
 * Counters of the only node (SQLite): in memory, flushed each second, read again at the next start.
 * A crash forgets at most the last second, in the callers' favour.
 */
export function createRateCounters({ db }: Engine): RateCounters & { stop(): void } {
  let windows: Map<string, RateWindow> | null = null
  let loading: Promise<Map<string, RateWindow>> | null = null
  let timer: NodeJS.Timeout | null = null
  let problem: string | null = null
  let latest = 0
  let prunedAt = 0
  let flushing: Promise<void> = Promise.resolve()
  /** Accepted since the last flush: key → millisecond → how many. */
  let unsaved = new Map<string, Map<number, number>>()

  const load = async (now: number) => {
    const requests = await db
      .selectFrom('rate_requests')
      .selectAll()
      .where('at', '>', now - MINUTE_MS)
      .orderBy('at')
      .execute()
    const times = Map.groupBy(requests, (row) => row.key_id)
    const counters = await db.selectFrom('rate_counters').selectAll().execute()
    return new Map(
      counters.map((row): [string, RateWindow] => [
        row.key_id,
        new RateWindow({
          day: row.day,
          dayCount: row.day_count,
          times: (times.get(row.key_id) ?? []).flatMap(({ at, count }) => Array<number>(count).fill(at)),
        }),
      ]),
    )
  }

  const start = async (now: number) => {
    // Those who ask while the first one loads wait for the same load; a failed one is tried again by the next request.
    loading ??= load(now).finally(() => {
      loading = null
    })
    const loaded = await loading
    windows ??= loaded
    timer ??= setInterval(() => void flush().catch(() => {}), FLUSH_MS).unref()
    return windows
  }

  const write = async (batch: Map<string, Map<number, number>>) => {
    const requests = [...batch].flatMap(([key, counts]) => [...counts].map(([at, count]) => [key, at, count]))
    const counters = [...batch.keys()].map((key) => {
      const window = windows?.get(key)
      return [key, window?.day ?? 0, window?.dayCount ?? 0, window?.newest ?? 0]
    })
    await db.transaction().execute(async (transaction) => {
      await sql`insert into rate_requests (key_id, at, count)
        select value->>0, value->>1, value->>2 from json_each(${JSON.stringify(requests)}) where true
        on conflict (key_id, at) do update set count = rate_requests.count + excluded.count`.execute(transaction)
      await sql`insert into rate_counters (key_id, minute_count, day, day_count, last_at)
        select value->>0, 0, value->>1, value->>2, value->>3 from json_each(${JSON.stringify(counters)}) where true
        on conflict (key_id) do update set
          day = excluded.day, day_count = excluded.day_count, last_at = excluded.last_at`.execute(transaction)
      if (latest - prunedAt < MINUTE_MS) return
      await transaction
        .deleteFrom('rate_requests')
        .where('at', '<=', latest - MINUTE_MS)
        .execute()
      prunedAt = latest
    })
  }

  const flushNow = async () => {
    if (unsaved.size === 0) return
    const batch = unsaved
    unsaved = new Map()
    try {
      await write(batch)
      problem = null
    } catch (error) {
      problem = `rate counters cannot be written: ${error instanceof Error ? error.message : String(error)}`
      for (const [key, counts] of batch) {
        for (const [at, count] of counts) if (at > latest - MINUTE_MS) remember(unsaved, key, at, count)
      }
      throw error
    }
  }

  /** One after the other: who waits for a flush before closing must wait for the one that runs, too. */
  const flush = () => {
    flushing = flushing.catch(() => {}).then(flushNow)
    return flushing
  }

  return {
    async take(keyId, limits, now) {
      const known = windows ?? (await start(now))
      let window = known.get(keyId)
      if (!window) {
        window = new RateWindow()
        known.set(keyId, window)
      }
      latest = now
      const decision = window.take(limits, now)
      if (decision.allowed) remember(unsaved, keyId, window.newest, 1)
      return decision
    },
    flush,
    async prune(now) {
      for (const [keyId, window] of windows ?? []) if (window.isIdle(now)) windows?.delete(keyId)
      await db
        .deleteFrom('rate_requests')
        .where('at', '<=', now - MINUTE_MS)
        .execute()
    },
    problem: () => problem,
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}

function remember(counts: Map<string, Map<number, number>>, key: string, at: number, count: number): void {
  const ofKey = counts.get(key) ?? new Map<number, number>()
  ofKey.set(at, (ofKey.get(at) ?? 0) + count)
  counts.set(key, ofKey)
}
