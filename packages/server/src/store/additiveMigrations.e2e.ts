import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { postgresSchema } from '../testing/postgresSchema.ts'
import { breakingChanges, type SchemaShape, schemaOf } from './conformance/schemaOf.ts'
import { SECRET } from './conformance/world.ts'
import type { Engine } from './engine/engine.ts'
import { pglitePool } from './engine/pglite.ts'
import { postgresOn } from './engine/postgres.ts'
import { ALONE, MIGRATION_NAMES, migrate } from './migrate.ts'
import { openEngine } from './openStore.ts'

/** Since version 0.6.0 a node runs beside one of the version before it: docs/OPERATIONS.md, "Upgrade". */
const FIRST_BESIDE_OTHERS = '016-watch-status'

const folder = mkdtempSync(join(tmpdir(), 'redoubt-migrations-'))
const schema = await postgresSchema()
after(async () => {
  rmSync(folder, { recursive: true })
  await schema?.drop()
})

const ENGINES: Record<string, () => Promise<Engine>> = {
  SQLite: async () => (await openEngine(`sqlite:${join(folder, 'redoubt.db')}`, null)).engine,
  PostgreSQL: async () =>
    schema === null ? postgresOn(await pglitePool()) : (await openEngine(schema.url, SECRET)).engine,
}

for (const [name, open] of Object.entries(ENGINES))
  describe(`migrations of ${name}`, () => {
    test('add, unless their name says that they run alone', async () => {
      const engine = await open()
      try {
        const broken: Record<string, string[]> = {}
        let before: SchemaShape = {}
        for (const migration of MIGRATION_NAMES) {
          assert.deepEqual(await migrate(engine, migration), [migration])
          const now = await schemaOf(engine)
          const changes = breakingChanges(before, now)
          if (changes.length > 0) broken[migration] = changes
          before = now
        }
        const isFree = (migration: string) => migration < FIRST_BESIDE_OTHERS || migration.endsWith(ALONE)
        assert.deepEqual(Object.fromEntries(Object.entries(broken).filter(([migration]) => !isFree(migration))), {})
        // The look itself: what earlier migrations took away is seen, and so is what the next one would.
        assert.deepEqual(broken['015-listed-entities'], ['webhooks.entities is gone', 'webhooks.entity_keys is gone'])
        await sql`alter table accounts rename column name to title`.execute(engine.db)
        await sql`create unique index one_plan on accounts (plan)`.execute(engine.db)
        assert.deepEqual(breakingChanges(before, await schemaOf(engine)).sort(), [
          'accounts is unique by (plan)',
          'accounts is unique by (title)',
          'accounts.name is gone',
          'accounts.title is new, must be given and has no default',
        ])
      } finally {
        await engine.db.destroy()
      }
    })
  })
