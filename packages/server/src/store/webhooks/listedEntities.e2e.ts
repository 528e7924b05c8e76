import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine/engine.ts'
import { pglitePool } from '../engine/pglite.ts'
import { postgresOn } from '../engine/postgres.ts'
import { openSqlite } from '../engine/sqlite.ts'
import { entityKey } from '../givenRows.ts'
import * as webhooks from '../migrations/006-webhooks.ts'
import * as accountEvents from '../migrations/009-account-events.ts'
import * as listedEntities from '../migrations/015-listed-entities.ts'

const engines: [string, () => Promise<Engine>][] = [
  ['SQLite', async () => openSqlite(':memory:')],
  ['PostgreSQL', async () => postgresOn(await pglitePool())],
]

describe('the migration that moves what webhooks list', () => {
  for (const [name, open] of engines)
    test(`keeps all of it, and finds events of before, on ${name}`, async () => {
      const { db, dialect } = await open()
      try {
        const bare = db as unknown as Kysely<unknown>
        for (const { up } of [webhooks, accountEvents]) await up(bare, dialect)
        for (const [id, spelled, keys] of [
          ['two', '["A","b"]', '["a","b"]'],
          ['none', '[]', '[]'],
        ])
          await sql`insert into webhooks (id, account_id, environment, url, endpoint, events, entities, entity_keys, secret, status,
            created_at) values (${id}, 'a', 'live', 'u', 'e', '[]', ${spelled}, ${keys}, 's', 'active', 1)`.execute(db)
        for (const entity of ['a', null])
          await sql`insert into events (id, account_id, environment, type, entity, data, at)
            values (${entity ?? 'none'}, 'a', 'live', 't', ${entity}, '{}', 1)`.execute(db)
        await listedEntities.up(bare, dialect)
        const listed = await db.selectFrom('webhook_entities').selectAll().orderBy('place').execute()
        assert.deepEqual(
          listed.map((row) => ({ ...row })),
          [
            { webhook_id: 'two', place: 0, entity_key: entityKey('a'), entity: 'a', spelled: 'A' },
            { webhook_id: 'two', place: 1, entity_key: entityKey('b'), entity: 'b', spelled: 'b' },
          ],
        )
        const counts = await db.selectFrom('webhooks').select(['id', 'listed']).orderBy('id').execute()
        assert.deepEqual(
          counts.map((row) => [row.id, row.listed]),
          [
            ['none', 0],
            ['two', 2],
          ],
        )
        const events = await db.selectFrom('events').select('entity_key').orderBy('seq').execute()
        assert.deepEqual(
          events.map(({ entity_key }) => entity_key),
          [entityKey('a'), null],
        )
      } finally {
        await db.destroy()
      }
    })
})
