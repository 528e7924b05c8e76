import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import { openSqlite } from './sqlite.ts'

describe('SQLite engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-engine-'))
  const file = join(folder, 'new', 'folder', 'x.db')
  let engine: Engine
  const count = async () => (await sql<{ n: number }>`select count(*) as n from t`.execute(engine.db)).rows[0]?.n

  before(async () => {
    engine = openSqlite(file)
    await sql`create table t (a integer)`.execute(engine.db)
  })
  after(async () => {
    await engine.db.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is in WAL mode and syncs every commit', async () => {
    const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(engine.db)
    assert.equal(journal.rows[0]?.journal_mode, 'wal')
    const synchronous = await sql<{ synchronous: number }>`pragma synchronous`.execute(engine.db)
    assert.equal(synchronous.rows[0]?.synchronous, 2)
  })

  test('what others write meanwhile is not part of a transaction that is rolled back', async () => {
    const { promise: outside, resolve } = Promise.withResolvers<unknown>()
    const failed = engine.db.transaction().execute(async (transaction) => {
      await sql`insert into t values (1)`.execute(transaction)
      resolve(sql`insert into t values (2)`.execute(engine.db))
      await setTimeout(5)
      throw new Error('roll back')
    })
    await assert.rejects(failed, /roll back/)
    await outside
    const { rows } = await sql<{ a: number }>`select a from t`.execute(engine.db)
    assert.deepEqual(
      rows.map(({ a }) => a),
      [2],
    )
  })

  test('thousands who wait for the connection get it in turn', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 5000 }, async (_, i) => {
        await sql`select ${i}`.execute(engine.db)
        order.push(i)
      }),
    )
    assert.deepEqual(
      order,
      Array.from({ length: 5000 }, (_, i) => i),
    )
  })

  test('a lock of another connection is waited for without stopping the event loop', async () => {
    const other = openSqlite(file)
    const before = await count()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const held = other.db.transaction().execute(async (transaction) => {
      await sql`insert into t values (3)`.execute(transaction)
      lock()
      // This goes on only because the writer below leaves the event loop free.
      await setTimeout(20)
    })
    await locked
    await sql`insert into t values (4)`.execute(engine.db)
    await held
    assert.equal(await count(), (before ?? 0) + 2)
    await other.db.destroy()
  })

  test('statements are prepared again after the cache was emptied and after the schema changed', async () => {
    for (let i = 0; i < 600; i++) await sql.raw(`select ${i} as n`).execute(engine.db)
    const columns = async () =>
      Object.keys((await sql<object>`select * from t limit 1`.execute(engine.db)).rows[0] ?? {})
    assert.deepEqual(await columns(), ['a'])
    await sql`alter table t add column b text`.execute(engine.db)
    assert.deepEqual(await columns(), ['a', 'b'])
  })

  test('a broken statement fails alone', async () => {
    await assert.rejects(sql`insert into nowhere values (1)`.execute(engine.db), /no such table/)
    assert.ok((await count()) !== undefined)
  })
})
