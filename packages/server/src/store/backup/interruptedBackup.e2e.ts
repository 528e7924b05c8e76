import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../../cli/testCommand.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'
import { openStore } from '../openStore.ts'

const CLI = resolve(import.meta.dirname, '../../../bin/redoubt.js')
const SECRET = '11'.repeat(32)
const ROWS = 120_000

const schema = await postgresSchema()

describe('a backup or a restore that is interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-interrupted-'))
  const path = (name: string) => join(folder, name)
  const at = (url: string) => ({ DATABASE_URL: url, REDOUBT_SECRET: SECRET })
  const sqlite = (name: string) => at(`sqlite:${path(name)}`)
  const drafts = () => readdirSync(folder).filter((name) => name.endsWith('.partial'))

  before(async () => {
    const store = await openStore(`sqlite:${path('large.db')}`, SECRET)
    await store.migrate()
    await store.accounts.create({ name: 'one', plan: 'pro' })
    await store.close()
    fill(path('large.db'))
    const { code, stderr } = await runCommand(folder, ['backup', 'whole.backup'], sqlite('large.db'))
    assert.deepEqual([code, stderr], [0, ''])
  })
  after(async () => {
    await schema?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a command, and sends a signal once something holds. */
  async function interrupted(
    args: string[],
    env: Record<string, string>,
    { signal, when }: { signal: NodeJS.Signals; when(): Promise<boolean> | boolean },
  ) {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk))
    const closed = once(child, 'close')
    while (child.exitCode === null && !(await when())) await sleep(5)
    child.kill(signal)
    const [code] = await closed
    return { code, said }
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`by ${signal}: a backup leaves no file`, async () => {
      const args = ['backup', 'cut.backup']
      const { code, said } = await interrupted(args, sqlite('large.db'), { signal, when: () => drafts().length > 0 })
      assert.equal(code, 1)
      assert.equal(said, `error: Nothing was backed up: ended by ${signal}.\n`)
      assert.deepEqual([drafts(), existsSync(path('cut.backup'))], [[], false])
    })

  test('by SIGTERM: a restore leaves no database', async () => {
    const when = () => existsSync(path('cut.db-wal'))
    const { code, said } = await interrupted(['restore', 'whole.backup'], sqlite('cut.db'), { signal: 'SIGTERM', when })
    assert.equal(code, 1)
    assert.equal(said, 'error: Nothing was restored: ended by SIGTERM.\n')
    assert.ok(!existsSync(path('cut.db')))
  })

  test('by SIGKILL: nothing of a backup has its name, and a restore can be made again', async () => {
    const backup = await interrupted(['backup', 'killed.backup'], sqlite('large.db'), {
      signal: 'SIGKILL',
      when: () => drafts().length > 0,
    })
    assert.equal(backup.code, null)
    assert.ok(!existsSync(path('killed.backup')))
    const restore = ['restore', 'whole.backup']
    const killed = await interrupted(restore, sqlite('killed.db'), {
      signal: 'SIGKILL',
      when: () => existsSync(path('killed.db-wal')),
    })
    assert.equal(killed.code, null)
    const again = await runCommand(folder, restore, sqlite('killed.db'))
    assert.deepEqual([again.code, again.stderr], [0, ''])
    assert.equal(count(path('killed.db')), ROWS)
  })

  test('by SIGKILL, on PostgreSQL: a restore can be made again', async (t) => {
    if (schema === null) return t.skip('no PostgreSQL server')
    const args = ['restore', 'whole.backup', '--json']
    const killed = await interrupted(args, at(schema.url), {
      signal: 'SIGKILL',
      when: () => sleep(1_500, true),
    })
    assert.equal(killed.code, null, killed.said)
    const again = await runCommand(folder, args, at(schema.url))
    assert.deepEqual([again.code, again.stderr], [0, ''])
    assert.ok(JSON.parse(again.stdout).rows >= ROWS)
  })
})

/** Rows of the audit log that do not compress. */
function fill(file: string): void {
  using database = new DatabaseSync(file)
  const columns = database.prepare('pragma table_info(audit_entries)').all()
  const values = columns.map(({ type }) => (/int/i.test(String(type)) ? 'i' : "hex(randomblob(30)) || '-' || i"))
  database.exec(`insert into audit_entries
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS}) select ${values.join()} from n`)
}

function count(file: string): number {
  using database = new DatabaseSync(file)
  return Number(database.prepare('select count(*) as n from audit_entries').get()?.n)
}
