import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Owner } from '../../domain/account.ts'
import type { Delivery } from '../../domain/delivery.ts'
import type { EmittedEvent, EventQuery, EventStore } from '../../domain/ports/events.ts'
import type { Engine } from '../engine/engine.ts'
import { entityKey } from '../givenRows.ts'
import type { Schema } from '../schema.ts'

/** Events looked at in one statement: SQLite works in this thread. */
const LOOK = 10_000
const COUNTED_AT_ONCE_MS = 5 * 60 * 1000

export function createEvents({ db }: Engine): EventStore {
  const owned = ({ accountId, environment }: Owner) =>
    db.selectFrom('events').selectAll().where('account_id', '=', accountId).where('environment', '=', environment)
  return {
    async list(owner, query) {
      const { order, limit } = query
      const direction = order === 'newest' ? 'desc' : 'asc'
      const [beyond, upTo] = order === 'newest' ? (['<', '>='] as const) : (['>', '<='] as const)
      const found: Selectable<Schema['events']>[] = []
      for (let from = query.beyond; ; ) {
        const places = from === null ? owned(owner) : owned(owner).where('seq', beyond, from)
        const end = await places
          .clearSelect()
          .select('seq')
          .orderBy('seq', direction)
          .offset(LOOK - 1)
          .limit(1)
          .executeTakeFirst()
        const looked = end === undefined ? places : places.where('seq', upTo, end.seq)
        const rows = looked.where(matches(query)).orderBy('seq', direction)
        found.push(...(await rows.limit(limit - found.length).execute()))
        if (end === undefined || found.length >= limit) return withDeliveries(db, found)
        from = end.seq
        await setImmediate()
      }
    },
    async get(owner, id) {
      const [found = null] = await withDeliveries(db, await owned(owner).where('id', '=', id).execute())
      return found
    },
    async count(since, until) {
      const counts = new Map<string, number>()
      // SQLite works in this thread: between two parts requests have their turn.
      for (let from = since; from < until; from += COUNTED_AT_ONCE_MS) {
        const rows = await db
          .selectFrom('events')
          .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
          .where('at', '>=', from)
          .where('at', '<', Math.min(from + COUNTED_AT_ONCE_MS, until))
          .groupBy('type')
          .execute()
        for (const { type, count } of rows) counts.set(type, (counts.get(type) ?? 0) + Number(count))
        await setImmediate()
      }
      return [...counts].map(([type, count]) => ({ type, count }))
    },
    async newest() {
      const row = await db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
      return row?.seq ?? 0
    },
    async since(seq) {
      const rows = await db
        .selectFrom('events')
        .select(({ fn }) => ['account_id', 'environment', fn.max('seq').as('newest')])
        .where('seq', '>', seq)
        .groupBy(['account_id', 'environment'])
        .execute()
      return {
        newest: Math.max(seq, ...rows.map(({ newest }) => Number(newest))),
        owners: rows.map(({ account_id: accountId, environment }) => ({
          accountId,
          environment: environment as Owner['environment'],
        })),
      }
    },
  }
}

/** All of it is in the index by places, to which the plus keeps SQLite. */
function matches({ types, entity, since, until }: EventQuery): RawBuilder<boolean> {
  const terms = [sql`1 = 1`]
  if (types !== null) terms.push(sql`type in (${sql.join(types)})`)
  if (entity !== null) terms.push(sql`entity_key = ${entityKey(entity)}`)
  if (since !== null) terms.push(sql`+at >= ${since}`)
  if (until !== null) terms.push(sql`+at < ${until}`)
  return sql<boolean>`(${sql.join(terms, sql` and `)})`
}

async function withDeliveries(db: Kysely<Schema>, rows: Selectable<Schema['events']>[]): Promise<EmittedEvent[]> {
  const ids = rows.map(({ id }) => id)
  const sent =
    ids.length === 0
      ? []
      : await db
          .selectFrom('deliveries')
          .select(['id', 'webhook_id', 'event_id', 'status'])
          .where('event_id', 'in', ids)
          .orderBy('seq')
          .execute()
  const byEvent = Map.groupBy(sent, ({ event_id }) => event_id)
  return rows.map(({ seq, id, type, entity, data, at }) => ({
    seq,
    id,
    type,
    entity,
    data,
    at,
    deliveries: (byEvent.get(id) ?? []).map((row) => ({
      id: row.id,
      webhookId: row.webhook_id,
      status: row.status as Delivery['status'],
    })),
  }))
}
