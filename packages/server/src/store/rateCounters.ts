import { sql } from 'kysely'
import { StoreUnavailable } from '../domain/sourceErrors.ts'
import type { Engine } from './engine/engine.ts'
import { MINUTE_MS, type RateDecision, type RateLimits, RateWindow } from './rateWindow.ts'

export type RateCounters = {
  /** Counts one request of an account, or refuses it; `now` in Unix ms. */
  take(accountId: string, limits: RateLimits, now: number): Promise<RateDecision>
  /** Takes back the last request that was counted: another limit refused it. */
  giveBack(accountId: string): Promise<void>
  /** Writes what is only in memory. */
  flush(): Promise<void>
  /** Deletes what no longer counts. */
  prune(now: number): Promise<void>
  /** Why the last flush failed; null when it did not. */
  problem(): string | StoreUnavailable | null
}

const FLUSH_MS = 1000

/** An account's window, and the times in it that no flush has written. */
type Counted = { window: RateWindow; unsaved: number[] }

/**
 * Counters of the only node (SQLite): in memory, flushed each second, read again at the next start.
 * A crash forgets at most the last second, in the callers' favour.
 */
export function createRateCounters({ db }: Engine): RateCounters & { stop(): void } {
  let counted: Map<string, Counted> | null = null
  let loading: Promise<Map<string, Counted>> | null = null
  let timer: NodeJS.Timeout | null = null
  let problem: string | StoreUnavailable | null = null
  let latest = 0
  let prunedAt = 0
  let flushing: Promise<void> = Promise.resolve()
  /** Accounts with unsaved times. */
  let dirty = new Map<string, Counted>()

  const load = async (now: number) => {
    const batches = await db
      .selectFrom('rate_batches')
      .selectAll()
      .where('newest', '>', now - MINUTE_MS)
      .execute()
    const ofAccount = Map.groupBy(batches, (row) => row.key_id)
    const counters = await db.selectFrom('rate_counters').selectAll().execute()
    return new Map(
      counters.map((row): [string, Counted] => {
        const times = (ofAccount.get(row.key_id) ?? []).flatMap((batch) => JSON.parse(batch.times) as number[])
        times.sort((a, b) => a - b)
        return [row.key_id, { window: new RateWindow({ day: row.day, dayCount: row.day_count, times }), unsaved: [] }]
      }),
    )
  }

  const start = async (now: number) => {
    // Those who ask while the first one loads wait for the same load; a failed one is tried again by the next request.
    loading ??= load(now).finally(() => {
      loading = null
    })
    const loaded = await loading
    counted ??= loaded
    timer ??= setInterval(() => void flush().catch(() => {}), FLUSH_MS).unref()
    return counted
  }

  const write = async (batch: { accountId: string; window: RateWindow; times: number[] }[]) => {
    const rows = batch.map(({ accountId, window, times }) => [
      ...[accountId, window.newest, JSON.stringify(times), window.day, window.dayCount],
    ])
    const given = JSON.stringify(rows)
    await db.transaction().execute(async (transaction) => {
      await sql`insert into rate_batches (key_id, newest, times)
        select value->>0, value->>1, value->>2 from json_each(${given})`.execute(transaction)
      await sql`insert into rate_counters (key_id, minute_count, day, day_count, last_at)
        select value->>0, 0, value->>3, value->>4, value->>1 from json_each(${given}) where true
        on conflict (key_id) do update set
          day = excluded.day, day_count = excluded.day_count, last_at = excluded.last_at`.execute(transaction)
      if (latest - prunedAt < MINUTE_MS) return
      await transaction
        .deleteFrom('rate_batches')
        .where('newest', '<=', latest - MINUTE_MS)
        .execute()
      prunedAt = latest
    })
  }

  const flushNow = async () => {
    if (dirty.size === 0) return
    const batch = [...dirty].map(([accountId, entry]) => {
      const { window, unsaved } = entry
      entry.unsaved = []
      return { accountId, entry, window, times: unsaved }
    })
    dirty = new Map()
    try {
      await write(batch)
      problem = null
    } catch (error) {
      problem =
        error instanceof StoreUnavailable
          ? error
          : `rate counters cannot be written: ${error instanceof Error ? error.message : String(error)}`
      for (const { accountId, entry, times } of batch) {
        entry.unsaved = [...times.filter((at) => at > latest - MINUTE_MS), ...entry.unsaved]
        if (entry.unsaved.length > 0) dirty.set(accountId, entry)
      }
      throw error
    }
  }

  /** Flushes run one after the other: a flush before closing must wait for the running one, too. */
  const flush = () => {
    flushing = flushing.catch(() => {}).then(flushNow)
    return flushing
  }

  return {
    async take(accountId, limits, now) {
      const known = counted ?? (await start(now))
      let entry = known.get(accountId)
      if (!entry) {
        entry = { window: new RateWindow(), unsaved: [] }
        known.set(accountId, entry)
      }
      latest = now
      const decision = entry.window.take(limits, now)
      if (decision.allowed && entry.unsaved.push(entry.window.newest) === 1) dirty.set(accountId, entry)
      return decision
    },
    async giveBack(accountId) {
      const entry = counted?.get(accountId)
      const at = entry?.window.giveBack() ?? null
      // One that a flush has written counts again only after a restart within its minute.
      if (entry !== undefined && entry.unsaved.at(-1) === at) entry.unsaved.pop()
      if (entry !== undefined && at !== null) dirty.set(accountId, entry)
    },
    flush,
    async prune(now) {
      for (const [accountId, { window }] of counted ?? []) if (window.isIdle(now)) counted?.delete(accountId)
      await db
        .deleteFrom('rate_batches')
        .where('newest', '<=', now - MINUTE_MS)
        .execute()
    },
    problem: () => problem,
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}
