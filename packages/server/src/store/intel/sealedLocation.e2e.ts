import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { addList } from '../conformance/intelWorld.ts'
import { rotateSecretFile } from '../keyring.ts'
import { openStore, type Store } from '../openStore.ts'

const URL = 'https://ann:h0nest-pass@lists.example/k3y-in-a-path/list.txt?auth=k3y-in-a-query'

describe('where lists come from, as the database has it', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'redoubt-sealed-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  const secretFile = () => join(folder, 'x.db.secret')
  const secrets = () => readFileSync(secretFile(), 'utf8').trim().split('\n')
  const withStore = async <Result>(use: (store: Store) => Promise<Result>): Promise<Result> => {
    const store = await openStore(`sqlite:${join(folder, 'x.db')}`, null)
    try {
      await store.migrate()
      return await use(store)
    } finally {
      await store.close()
    }
  }
  const locationOf = (id: string) => withStore(async ({ intel }) => (await intel.source(id))?.location)
  /** All bytes of the database, its journal included. */
  const kept = () =>
    Buffer.concat(
      readdirSync(folder)
        .filter((name) => !name.endsWith('.secret'))
        .map((name) => readFileSync(join(folder, name))),
    ).toString('latin1')

  test('no credential of a URL is in it, nor in the audit trail; a path is', async () => {
    await withStore(async (store) => {
      await addList(store, { id: 'sealed', location: URL })
      await addList(store, { id: 'file', location: '/srv/lists/mine.txt' })
      assert.equal((await store.intel.claim('sealed', 5, 5))?.location, URL)
      assert.deepEqual(
        (await store.intel.sources()).map(({ location }) => location),
        ['/srv/lists/mine.txt', URL],
      )
    })
    assert.doesNotMatch(kept(), /h0nest-pass|k3y-in-a-path|k3y-in-a-query/)
    assert.match(kept(), /\/srv\/lists\/mine\.txt/)
  })

  test('what an earlier version kept as it was is sealed at the next start', async () => {
    const { openSqlite } = await import('../engine/sqlite.ts')
    const { db } = openSqlite(join(folder, 'x.db'))
    await db.updateTable('intel_sources').set({ location: URL }).where('id', '=', 'sealed').execute()
    assert.equal(await locationOf('sealed'), URL)
    const { location } = await db
      .selectFrom('intel_sources')
      .select('location')
      .where('id', '=', 'sealed')
      .executeTakeFirstOrThrow()
    await db.destroy()
    assert.match(location, /^sealed:[0-9a-f]{12}:/)
  })

  test('it survives a rotation, and the end of the earlier secret after the next start', async () => {
    rotateSecretFile(secretFile())
    assert.equal(await locationOf('sealed'), URL)
    const [current = ''] = secrets()
    writeFileSync(secretFile(), `${current}\n`)
    assert.equal(await locationOf('sealed'), URL)
  })

  test('a process that runs reads what another one sealed under a newer secret', async () => {
    await withStore(async (running) => {
      rotateSecretFile(secretFile())
      assert.equal(await locationOf('sealed'), URL, 'sealed anew by that process')
      assert.equal((await running.intel.source('sealed'))?.location, URL)
    })
  })

  test('without its secret it is unknown, and everything else goes on', async () => {
    const before = secrets()
    writeFileSync(secretFile(), `${'77'.repeat(32)}\n`)
    assert.equal(await locationOf('sealed'), '')
    assert.equal(await locationOf('file'), '/srv/lists/mine.txt')
    writeFileSync(secretFile(), `${before.join('\n')}\n`)
    assert.equal(await locationOf('sealed'), URL, 'and nothing was lost')
  })
})
