import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { importsSurviveCrashes } from './conformance/intelCrash.ts'
import { SECRET } from './conformance/world.ts'
import { storeConforms } from './conformance.ts'
import { rotateSecretFile } from './keyring.ts'
import { openStore } from './openStore.ts'

const CRASH_WRITER = new URL('./conformance/crashWriter.ts', import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'redoubt-sqlite-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let last = 0
const newFile = () => join(folder, `${++last}`, 'redoubt.db')

storeConforms('SQLite', async () => {
  const file = newFile()
  return {
    open: (secrets = SECRET) => openStore(`sqlite:${file}`, secrets),
    query: async (statement) => {
      using database = new DatabaseSync(file, { timeout: 5000 })
      database.exec(statement)
    },
    sharedCounters: false,
    dispose: async () => {},
  }
})

describe('SQLite file', () => {
  test('ten writers killed in the middle lose no acknowledged row', async () => {
    const url = `sqlite:${newFile()}`
    const acknowledged: number[] = []
    for (let round = 0; round < 10; round++) {
      const writer = spawn(process.execPath, [fileURLToPath(CRASH_WRITER), url, String(round * 1_000_000)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = 0
      for await (const line of createInterface(writer.stdout)) {
        acknowledged.push(Number(line))
        if (++said === 5 + round * 14) writer.kill('SIGKILL')
      }
      if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'close')
      assert.equal(writer.signalCode, 'SIGKILL')
    }
    const store = await openStore(url, null)
    try {
      for (const i of acknowledged) {
        assert.notEqual(await store.scanRecords.get('acc_crash', 'live', `r${i}`), null, `r${i} is lost`)
      }
    } finally {
      await store.close()
    }
  })

  test('six importers killed in the middle leave a whole list', () =>
    importsSurviveCrashes(`sqlite:${newFile()}`, SECRET, 6))

  test('old scans are deleted beside a writer, newer ones stay, and the sum of bytes follows', async () => {
    const file = newFile()
    const store = await openStore(`sqlite:${file}`, SECRET)
    await store.migrate()
    const now = Date.now()
    const old = now - 31 * 86_400_000
    {
      using database = new DatabaseSync(file, { timeout: 5000 })
      database.exec(`insert into scan_records (request_id, account_id, environment, key_id, kind, chain, subject, risk_score, risk_level,
        ruleset_version, input, result, bytes, created_at) with recursive n(i) as (select 0 union all select i + 1 from n where i < 4999)
        select 'r' || i, 'acc', 'live', 'k', 'transaction', 'ethereum', '0x', 1, 'low', '1', '{}', '{}', 10,
        case when i < 4990 then ${old} else ${now} end from n`)
    }
    try {
      let written = 0
      const pruned = store.prune(now, { scanRetentionDays: 30 }).then(() => true)
      while (!(await Promise.race([pruned, setTimeout(1, false)])))
        await store.accounts.create({ name: `during ${written++}`, plan: 'free' })
      assert.ok(written > 0)
      using database = new DatabaseSync(file, { readOnly: true })
      const { n, bytes } = database
        .prepare('select count(*) as n, (select bytes from scan_usage) as bytes from scan_records')
        .get() as { n: number; bytes: number }
      assert.deepEqual([n, bytes], [10, 100])
    } finally {
      await store.close()
    }
  })

  test('the secret is generated beside the file, readable by its owner alone, and kept', async () => {
    const file = newFile()
    const store = await openStore(`sqlite:${file}`, null)
    await store.close()
    assert.equal(statSync(`${file}.secret`).mode & 0o777, 0o600)
    assert.match(readFileSync(`${file}.secret`, 'utf8'), /^[0-9a-f]{64}\n$/)
    const again = await openStore(`sqlite:${file}`, null)
    await again.close()
    assert.equal(again.keyring.current().id, store.keyring.current().id)
  })

  test('database, journal and folder are private, whatever the umask; a wider mode is taken back', async () => {
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
    const before = process.umask(0)
    try {
      const file = newFile()
      for (let times = 0; times < 2; times++) {
        const store = await openStore(`sqlite:${file}`, null)
        await store.migrate()
        for (const suffix of ['', '-wal', '-shm', '.secret']) assert.equal(mode(file + suffix), '600', suffix)
        await store.close()
        assert.equal(mode(dirname(file)), '700')
        chmodSync(file, 0o644)
      }
    } finally {
      process.umask(before)
    }
  })

  test('processes that start at once agree on one secret', async () => {
    const file = newFile()
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(`sqlite:${file}`, null)))
    assert.equal(new Set(stores.map(({ keyring }) => keyring.current().id)).size, 1)
    for (const store of stores) await store.close()
  })

  test('a rotation by another process is taken up without a restart', async () => {
    const file = newFile()
    const server = await openStore(`sqlite:${file}`, null)
    try {
      await server.migrate()
      const { id: accountId } = await server.accounts.create({ name: 'a', plan: 'pro' })
      const make = (store = server) =>
        store.keys.create({ accountId, name: 'k', scopes: ['scan:read'], environment: 'live' })
      const { token: before } = await make()
      rotateSecretFile(`${file}.secret`)
      const other = await openStore(`sqlite:${file}`, null)
      const { token: made } = await make(other)
      assert.notEqual((await other.keys.findByToken(before))?.id, undefined)
      await other.close()
      assert.notEqual(await server.keys.findByToken(made), null)
      assert.notEqual(await server.keys.findByToken(before), null)
      assert.equal(server.keyring.earlier().length, 1)
    } finally {
      await server.close()
    }
  })

  test('a lost secret is reported, not replaced, while keys depend on it', async () => {
    const file = newFile()
    const store = await openStore(`sqlite:${file}`, null)
    await store.migrate()
    const { id: accountId } = await store.accounts.create({ name: 'a', plan: 'pro' })
    const { key } = await store.keys.create({ accountId, name: 'k', scopes: ['scan:read'], environment: 'live' })
    await store.close()
    rmSync(`${file}.secret`)
    await assert.rejects(openStore(`sqlite:${file}`, null), /redoubt\.db\.secret is missing, .* Put it back/)
    assert.equal(existsSync(`${file}.secret`), false)
    const repaired = await openStore(`sqlite:${file}`, SECRET)
    await repaired.keys.revokeById(key.id)
    await repaired.close()
    await (await openStore(`sqlite:${file}`, null)).close()
  })

  test('a damaged secret file is named', async () => {
    const file = newFile()
    await (await openStore(`sqlite:${file}`, null)).close()
    writeFileSync(`${file}.secret`, 'deadbeef\n')
    await assert.rejects(openStore(`sqlite:${file}`, null), /redoubt\.db\.secret should hold 32 bytes/)
  })

  test('a file that is no database is refused', async () => {
    const file = join(folder, 'text.db')
    writeFileSync(file, 'this is not a database, and it is long enough to be read as one'.repeat(40))
    chmodSync(file, 0o644)
    await assert.rejects(openStore(`sqlite:${file}`, null), /not a database/)
    assert.equal(statSync(file).mode & 0o777, 0o644, 'it is another account’s file')
  })

  test('readiness says why a database cannot be used', async () => {
    const store = await openStore('sqlite::memory:', null)
    assert.match(String((await store.readiness()).database), /no such table/)
    await store.close()
    assert.notEqual((await store.readiness()).database, null)
  })

  test('urls of other databases are refused', async () => {
    await assert.rejects(openStore('mysql://x', null), /DATABASE_URL should be/)
    await assert.rejects(openStore('postgres://localhost/x', null), /REDOUBT_SECRET is required/)
  })
})
