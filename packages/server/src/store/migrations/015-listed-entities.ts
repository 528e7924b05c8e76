import { type Kysely, sql } from 'kysely'
import { entityKey, givenRows } from '../givenRows.ts'

/** Rows in one statement. */
const AT_ONCE = 1_000

/**
 * What webhooks list is found by a hash, and events are chosen in an index alone: neither costs more with megabytes of lists or a
 * hundred thousand events.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const key = sql.raw(dialect === 'postgres' ? 'text collate "C"' : 'text')
  await sql`create table webhook_entities (
    webhook_id text not null, place integer not null, entity_key ${key} not null, entity text not null, spelled text not null,
    primary key (webhook_id, place)
  )`.execute(db)
  await sql`create index webhook_entities_by_key on webhook_entities (webhook_id, entity_key)`.execute(db)
  await sql`alter table webhooks add column listed integer not null default 0`.execute(db)
  const { rows: webhooks } = await sql<{ id: string }>`select id from webhooks where entity_keys <> '[]'`.execute(db)
  for (const { id } of webhooks) {
    const { rows } = await sql<{ entities: string; entity_keys: string }>`
      select entities, entity_keys from webhooks where id = ${id}`.execute(db)
    const spelled: string[] = JSON.parse(rows[0]?.entities ?? '[]')
    const entities: string[] = JSON.parse(rows[0]?.entity_keys ?? '[]')
    const given = entities.map((entity, place) => ({
      place,
      entity_key: entityKey(entity),
      entity,
      spelled: spelled[place] ?? entity,
    }))
    const columns = { place: 'bigint', entity_key: 'text', entity: 'text', spelled: 'text' } as const
    await sql`insert into webhook_entities (webhook_id, place, entity_key, entity, spelled)
      select ${id}, place, entity_key, entity, spelled from ${givenRows(dialect, columns, given)} as given`.execute(db)
    await sql`update webhooks set listed = ${entities.length} where id = ${id}`.execute(db)
  }
  await sql`alter table webhooks drop column entities`.execute(db)
  await sql`alter table webhooks drop column entity_keys`.execute(db)

  await sql`alter table events add column entity_key ${key}`.execute(db)
  for (let after = 0; ; ) {
    const { rows } = await sql<{ seq: number; entity: string }>`
      select seq, entity from events where seq > ${after} and entity is not null order by seq limit ${AT_ONCE}`.execute(
      db,
    )
    const given = rows.map(({ seq, entity }) => ({ seq, entity_key: entityKey(entity) }))
    await sql`update events set entity_key = given.entity_key
      from ${givenRows(dialect, { seq: 'bigint', entity_key: 'text' }, given)} as given
      where events.seq = given.seq`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) break
    after = Number(last.seq)
  }
  await sql`drop index events_by_account`.execute(db)
  await sql`create index events_by_account on events (account_id, environment, seq, at, type, entity_key)`.execute(db)
  await sql`create index events_by_account_and_time on events
    (account_id, environment, at, seq, type, entity_key)`.execute(db)
  await sql`drop index events_by_time`.execute(db)
  await sql`create index events_by_time on events (at, type)`.execute(db)

  await sql`create index notified_scores_by_turn on notified_scores (account_id, due_at)`.execute(db)
}
