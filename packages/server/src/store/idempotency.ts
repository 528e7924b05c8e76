import type { Engine } from './engine/engine.ts'
import { type Pacing, pruneInChunks } from './pruneChunks.ts'

/** An Idempotency-Key of one account and environment. */
export type IdempotencyKey = { accountId: string; environment: 'live' | 'test'; key: string }

export type IdempotencyClaim =
  | { state: 'new' }
  | { state: 'pending'; bodyHash: string }
  | { state: 'done'; bodyHash: string; status: number; body: string | null; createdId: string | null }

export type Idempotency = {
  /** Claims the key: `new` for exactly one of those who ask, the others get what is stored. `now` in Unix ms. */
  claim(key: IdempotencyKey & { bodyHash: string; now: number }): Promise<IdempotencyClaim>
  complete(key: IdempotencyKey & { status: number; body: string | null; createdId: string | null }): Promise<void>
  /** Forgets a claim whose request failed; an answer that is stored stays. */
  release(key: IdempotencyKey): Promise<void>
  /** Deletes what is older than 24 h; returns how many. */
  prune(now: number, pacing?: Pacing): Promise<number>
}

const KEPT_MS = 24 * 60 * 60 * 1000
/** No request lasts this long (30 s deadline): the process behind a claim this old and unfinished has crashed. */
const ABANDONED_MS = 2 * 60 * 1000

export function createIdempotency({ db, dialect }: Engine): Idempotency {
  const rowOf = ({ accountId, environment, key }: IdempotencyKey) =>
    ({ account_id: accountId, environment, key }) as const

  return {
    async claim({ bodyHash, now, ...id }) {
      const fresh = { body_hash: bodyHash, claimed_at: now, status: null, body: null, created_id: null }
      for (;;) {
        // One statement decides the race: it inserts, or takes over a row that has run out, or returns nothing.
        const mine = await db
          .insertInto('idempotency')
          .values({ ...rowOf(id), ...fresh })
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'environment', 'key'])
              .doUpdateSet(fresh)
              .where((where) =>
                where.or([
                  where('idempotency.claimed_at', '<=', now - KEPT_MS),
                  where.and([
                    where('idempotency.status', 'is', null),
                    where('idempotency.claimed_at', '<=', now - ABANDONED_MS),
                  ]),
                ]),
              ),
          )
          .returning('claimed_at')
          .executeTakeFirst()
        if (mine) return { state: 'new' }
        const row = await db
          .selectFrom('idempotency')
          .select(['body_hash', 'status', 'body', 'created_id'])
          .where((where) => where.and(rowOf(id)))
          .executeTakeFirst()
        // Released in between: it is free again.
        if (!row) continue
        if (row.status === null) return { state: 'pending', bodyHash: row.body_hash }
        return {
          state: 'done',
          bodyHash: row.body_hash,
          status: row.status,
          body: row.body,
          createdId: row.created_id,
        }
      }
    },
    async complete({ status, body, createdId, ...id }) {
      await db
        .updateTable('idempotency')
        .set({ status, body, created_id: createdId })
        .where((where) => where.and(rowOf(id)))
        .execute()
    },
    async release(id) {
      await db
        .deleteFrom('idempotency')
        .where((where) => where.and(rowOf(id)))
        .where('status', 'is', null)
        .execute()
    },
    prune(now, pacing) {
      const before = now - KEPT_MS
      const remove = async (limit: number) => {
        const oldest = db
          .selectFrom('idempotency')
          .select(['account_id', 'environment', 'key'])
          .where('claimed_at', '<=', before)
          .orderBy('claimed_at')
          .limit(limit)
        const { numDeletedRows } = await db
          .deleteFrom('idempotency')
          .where(({ eb, refTuple }) =>
            eb(refTuple('account_id', 'environment', 'key'), 'in', oldest.$asTuple('account_id', 'environment', 'key')),
          )
          // One that was claimed anew meanwhile stays.
          .where('claimed_at', '<=', before)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }
      return pruneInChunks(dialect, remove, pacing)
    },
  }
}
