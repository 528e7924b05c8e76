import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { runCommand } from '../../cli/testCommand.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'
import { migrate } from '../migrate.ts'
import { openEngine, openStore } from '../openStore.ts'
import { BACKED_UP_TABLES, LEFT_OUT_TABLES } from './backedUpTables.ts'

const SECRET = '11'.repeat(32)
const ROWS = 3

describe('redoubt backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-backup-'))
  const path = (name: string) => join(folder, name)
  const at = (url: string) => ({ DATABASE_URL: url, REDOUBT_SECRET: SECRET })
  const sqlite = (name: string) => at(`sqlite:${path(name)}`)
  const run = (args: string[], env: Record<string, string>) => runCommand(folder, args, env)
  const done = async (args: string[], env: Record<string, string>) => {
    const ended = await run(args, env)
    assert.deepEqual([ended.code, ended.stderr], [0, ''])
    return ended.stdout
  }
  const refused = async (args: string[], env: Record<string, string>, why: RegExp) => {
    const { code, stderr } = await run(args, env)
    assert.match(stderr, why)
    assert.equal(code, 1)
  }
  let token = ''

  before(async () => {
    const store = await openStore(`sqlite:${path('first.db')}`, SECRET)
    await store.migrate()
    const account = await store.accounts.create({ name: 'one', plan: 'pro' })
    token = (await store.keys.create({ accountId: account.id, name: 'k', scopes: ['scan:read'], environment: 'live' }))
      .token
    await store.close()
    fillEachTable(path('first.db'))
    await done(['backup', 'first.backup'], sqlite('first.db'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('each table is backed up or left out on purpose', () => {
    const named = [...BACKED_UP_TABLES, ...LEFT_OUT_TABLES]
    const own = tablesOf(path('first.db')).filter((name) => !/^(kysely_|sqlite_)/.test(name))
    assert.deepEqual(
      own.filter((name) => !named.includes(name)),
      [],
    )
  })

  test('every row of every table comes back, and keys stay valid', async () => {
    await done(['restore', 'first.backup'], sqlite('again.db'))
    for (const table of BACKED_UP_TABLES) {
      const rows = rowsOf(path('first.db'), table)
      assert.ok(rows.length > 0, table)
      assert.deepEqual(rowsOf(path('again.db'), table), rows, table)
    }
    const store = await openStore(`sqlite:${path('again.db')}`, SECRET)
    assert.equal((await store.keys.findByToken(token))?.name, 'k')
    await store.close()
  })

  test('the file is private and holds no secret, and its name must be free', async () => {
    assert.equal(statSync(path('first.backup')).mode & 0o777, 0o600)
    const text = zstdDecompressSync(readFileSync(path('first.backup'))).toString()
    assert.ok(!text.includes(SECRET) && !text.includes(token.slice(9)))
    await refused(['backup', 'first.backup'], sqlite('first.db'), /exists already/)
    await refused(['backup', 'x.backup'], sqlite('nowhere.db'), /There is no database/)
    await refused(['backup', 'nowhere/x.backup'], sqlite('first.db'), /There is no folder .*nowhere\. Make it/)
    assert.ok(!existsSync(path('nowhere.db')))
  })

  test('of a service that writes, one moment is backed up', async () => {
    const { engine } = await openEngine(`sqlite:${path('first.db')}`, SECRET)
    const taken = await engine.snapshot()
    const count = async () => {
      let rows = 0
      for await (const chunk of taken.rows('audit_entries')) rows += chunk.rows.length
      return rows
    }
    await sql`delete from audit_entries where seq = 1`.execute(engine.db)
    assert.equal(await count(), ROWS)
    await taken.end()
    await engine.db.destroy()
  })

  test('both print JSON', async () => {
    const json = async (args: string[], env: Record<string, string>) => JSON.parse(await done([...args, '--json'], env))
    const made = await json(['backup', 'as-json.backup'], sqlite('first.db'))
    assert.deepEqual(Object.keys(made).sort(), ['file', 'madeAt', 'rows', 'version'])
    assert.equal(made.file, path('as-json.backup'))
    assert.ok(made.rows > BACKED_UP_TABLES.length && Math.abs(Date.parse(made.madeAt) - Date.now()) < 600_000)
    assert.deepEqual(await json(['restore', 'as-json.backup'], sqlite('as-json.db')), made)
    const { code, stdout, stderr } = await run(['restore', 'as-json.backup', '--json'], sqlite('as-json.db'))
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^error: .*is not empty/)
  })

  test('from SQLite to PostgreSQL and back, and new rows have new numbers', async (t) => {
    const schema = await postgresSchema()
    if (schema === null) return t.skip('no PostgreSQL server')
    try {
      await done(['restore', 'first.backup'], at(schema.url))
      const store = await openStore(schema.url, SECRET)
      const key = await store.keys.findByToken(token)
      assert.equal(key?.name, 'k')
      await store.close()
      const { engine } = await openEngine(schema.url, SECRET)
      for (const table of ['webhooks', 'policies', 'audit_entries']) {
        const next = sql<{ next: number }>`select nextval(pg_get_serial_sequence(${table}, 'seq')) as next`
        assert.equal((await next.execute(engine.db)).rows[0]?.next, ROWS + 1, table)
      }
      await engine.db.destroy()
      await refused(['restore', 'first.backup'], at(schema.url), /is not empty: \w+ has rows/)
      await done(['backup', 'second.backup'], at(schema.url))
      await done(['restore', 'second.backup'], sqlite('third.db'))
      for (const table of BACKED_UP_TABLES)
        assert.deepEqual(rowsOf(path('third.db'), table), rowsOf(path('again.db'), table), table)
    } finally {
      await schema.drop()
    }
  })

  test('a backup of an earlier version is brought up to date', async () => {
    const { engine } = await openEngine(`sqlite:${path('old.db')}`, SECRET)
    await migrate(engine, '009-account-events')
    await sql`insert into accounts (id, name, plan, operator, created_at) values ('acc_old', 'old', 'free', 0, 1)`.execute(
      engine.db,
    )
    await engine.db.destroy()
    await done(['backup', 'old.backup'], sqlite('old.db'))
    await done(['restore', 'old.backup'], sqlite('upgraded.db'))
    const store = await openStore(`sqlite:${path('upgraded.db')}`, SECRET)
    assert.deepEqual(await store.migrate(), [])
    assert.equal((await store.accounts.list()).at(0)?.name, 'old')
    await store.close()
  })

  test('a wrong, cut, changed or newer file, and another secret, change nothing', async () => {
    const whole = readFileSync(path('first.backup'))
    const text = zstdDecompressSync(whole).toString()
    const lines = text.split('\n')
    const wrong: [name: string, content: Buffer | string, why: RegExp][] = [
      ['text', 'hello\n', /is no backup of Redoubt/],
      ['empty', '', /is no backup of Redoubt/],
      ['other', zstdCompressSync('{"a":1}\n'), /is no backup of Redoubt/],
      ['half', whole.subarray(0, whole.length / 2), /is no backup of Redoubt, or is cut off/],
      ['less-its-end', whole.subarray(0, -60), /is no backup of Redoubt, or is cut off/],
      ['no-end', zstdCompressSync(`${lines.slice(0, -2).join('\n')}\n`), /is cut off or was changed/],
      ['less-a-row', zstdCompressSync(lines.toSpliced(3, 1).join('\n')), /is cut off or was changed/],
      ['changed', zstdCompressSync(text.replace('"pro"', '"enterprise"')), /is cut off or was changed/],
      ['more', zstdCompressSync(`${text}{"table":"accounts","columns":[]}\n`), /is cut off or was changed/],
      ['null', zstdCompressSync(text.replace('{"table"', 'null\n{"table"')), /is cut off or was changed/],
      ['no-json', zstdCompressSync(text.replace('{"table"', '{"tab\n{"table"')), /is cut off or was changed/],
      ['no-value', zstdCompressSync(text.replace('"pro"', '{}')), /is cut off or was changed/],
      ['later', zstdCompressSync(text.replace('"redoubtBackup":1', '"redoubtBackup":2')), /which is newer than this/],
      ['migrated', zstdCompressSync(text.replace('"001-', '"901-')), /which is newer than this program/],
      ['foreign-table', zstdCompressSync(text.replace('"table":"accounts"', '"table":"rate_counters"')), /is no table/],
    ]
    for (const [name, content, why] of wrong) {
      writeFileSync(path(name), content)
      await refused(['restore', name], sqlite('untouched.db'), why)
    }
    await refused(['restore', 'missing'], sqlite('untouched.db'), /There is no file/)
    const url = { DATABASE_URL: `sqlite:${path('untouched.db')}` }
    await refused(['restore', 'first.backup'], url, /untouched\.db\.secret is missing/)
    await refused(['restore', 'first.backup'], { ...url, REDOUBT_SECRET: '22'.repeat(32) }, /under another secret/)
    assert.ok(!existsSync(path('untouched.db')))
  })
})

function tablesOf(file: string): string[] {
  using database = new DatabaseSync(file)
  return database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name))
}

function rowsOf(file: string, table: string): unknown[] {
  using database = new DatabaseSync(file)
  return database.prepare(`select * from ${table} order by 1, 2`).all()
}

/** Puts rows into each table that has none, every column set: what a column may hold is not known to a backup. */
function fillEachTable(file: string): void {
  using database = new DatabaseSync(file)
  for (const table of BACKED_UP_TABLES) {
    const columns = database.prepare(`pragma table_info(${table})`).all()
    const kept = Number(database.prepare(`select count(*) as n from ${table}`).get()?.n)
    if (kept > 0) continue
    for (let row = 1; row <= ROWS; row++) {
      const values = columns.map(({ name, type }) => {
        if (/blob/i.test(String(type))) return new Uint8Array([0, 255, row])
        if (/double/i.test(String(type))) return row / 3
        if (/int/i.test(String(type))) return /_at$/.test(String(name)) ? 1_764_350_000_000 + row : row
        return `${name} ${row} "é"\n\u2028`
      })
      const places = columns.map(() => '?').join()
      database.prepare(`insert into ${table} values (${places})`).run(...values)
    }
  }
}
