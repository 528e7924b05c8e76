import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Examined } from '../composition/examined.ts'
import { startTestChain, type TestChain } from '../evm/simulation/testing/testChain.ts'
import { postgresSchema } from '../testing/postgresSchema.ts'
import { runCommand } from './testCommand.ts'

let chain: TestChain
let folder: string
before(async () => {
  chain = await startTestChain()
  await chain.rpc('evm_setNextBlockTimestamp', [Math.floor(Date.now() / 1_000)])
  await chain.rpc('evm_mine')
  folder = await mkdtemp(join(tmpdir(), 'redoubt-doctor-'))
})
after(async () => {
  await chain.close()
  await rm(folder, { recursive: true })
})

const NOWHERE = 'http://127.0.0.1:9'
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}
async function examine(env: Record<string, string>) {
  const elsewhere = { BSC_RPC_URLS: chain.url, POLYGON_RPC_URLS: chain.url }
  const { code, stdout, stderr } = await runCommand(folder, ['doctor', '--installation', '--json'], {
    DATABASE_URL: `sqlite:${join(folder, 'new.db')}`,
    CACHE_DIR: join(folder, 'cache'),
    PORT: await freePort(),
    ETHEREUM_RPC_URLS: chain.url,
    ...elsewhere,
    ...env,
  })
  const examined = JSON.parse(stdout) as Examined[]
  const find = (part: Examined['part'], name: string) =>
    examined.find((one) => one.part === part && one.name.includes(name)) ?? assert.fail(`${part} ${name}: ${stdout}`)
  return { code, stderr, examined, find }
}

test('a sound part is ok, and no file is made', async () => {
  const { find, code, stderr } = await examine({})
  for (const [part, name] of [
    ['database', 'SQLite'],
    ['folders', 'CACHE_DIR'],
    ['simulator', 'anvil'],
    ['ports', 'PORT'],
    ['endpoints', 'ethereum'],
  ] as const)
    assert.equal(find(part, name).state, 'ok', JSON.stringify(find(part, name)))
  assert.equal(find('browser', 'Chromium').state, 'warning')
  // The chain of the test is that of Ethereum, and not that of the two others.
  assert.equal(code, 1)
  assert.match(stderr, /checks failed: .*bsc/)
  assert.match(find('endpoints', 'bsc').remedy ?? '', /variable of its own network/)
  assert.ok(!(await readdir(folder)).some((file) => file.startsWith('new.db')))
})

test('a folder of the database that the first start makes is no failure; one that it cannot make is', async () => {
  const missing = await examine({ DATABASE_URL: `sqlite:${join(folder, 'a', 'b', 'new.db')}` })
  const { state, detail } = missing.find('folders', 'folder of the database')
  assert.equal(state, 'ok', detail)
  assert.match(detail, /a\/b will be made at the first start$/)
  assert.ok(!(await readdir(folder)).includes('a'))
  await writeFile(join(folder, 'file'), '')
  const { find } = await examine({ DATABASE_URL: `sqlite:${join(folder, 'file', 'b', 'new.db')}` })
  assert.equal(find('folders', 'folder of the database').state, 'failed')
})

test('each broken part is named with what to do', async () => {
  await writeFile(join(folder, 'text.db'), 'this is no database, and long enough to be looked at as one')
  const listening = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as { port: number }
  try {
    const { code, find, stderr } = await examine({
      DATABASE_URL: `sqlite:${join(folder, 'text.db')}`,
      CACHE_DIR: join(folder, 'text.db', 'cache'),
      CHROMIUM_PATH: join(folder, 'no-browser'),
      URL_MODEL_FILE: join(folder, 'text.db'),
      CLEAR_SIGNING_DIR: join(folder, 'no-descriptors'),
      PORT: String(port),
      ETHEREUM_RPC_URLS: NOWHERE,
    })
    assert.equal(code, 1)
    for (const [part, name] of [
      ['database', 'SQLite'],
      ['folders', 'CACHE_DIR'],
      ['simulator', 'anvil'],
      ['browser', 'Chromium'],
      ['files', 'URL_MODEL_FILE'],
      ['files', 'CLEAR_SIGNING_DIR'],
      ['endpoints', 'ethereum'],
    ] as const) {
      const { state, remedy } = find(part, name)
      assert.deepEqual([name, state], [name, 'failed'])
      assert.ok(remedy)
      assert.match(stderr, new RegExp(`${part} \\(`))
    }
    assert.equal(find('ports', 'PORT').state, 'warning')
  } finally {
    listening.close()
  }
})

test('a user of PostgreSQL who may make no tables is named before the first start', async (t) => {
  const schema = await postgresSchema()
  if (schema === null) return t.skip('no PostgreSQL server')
  const role = `redoubt_test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: schema.url })
  await client.connect()
  try {
    await client.query(`create role ${role} login password 'p'`)
    const name = new URL(schema.url).searchParams.get('options')?.split('=')[1] ?? ''
    await client.query(`grant usage on schema ${name} to ${role}`)
    const own = new URL(schema.url)
    Object.assign(own, { username: role, password: 'p' })
    const env = { DATABASE_URL: own.href, REDOUBT_SECRET: 'ab'.repeat(32) }
    const before = (await examine(env)).find('database', 'PostgreSQL')
    assert.deepEqual([before.state, before.detail], ['failed', `this user may make no tables in the schema ${name}`])
    assert.match(before.remedy ?? '', /GRANT CREATE ON SCHEMA/)
    await client.query(`grant create on schema ${name} to ${role}`)
    assert.equal((await examine(env)).find('database', 'PostgreSQL').state, 'ok')
    await client.query(`revoke all on schema ${name} from ${role}`)
    const without = (await examine(env)).find('database', 'PostgreSQL')
    assert.deepEqual([without.state, without.detail], ['failed', 'its search_path names no existing schema'])
    await client.query(`drop role ${role}`)
  } finally {
    await client.end()
    await schema.drop()
  }
})

test('a PostgreSQL that does not answer is named', async () => {
  const { find } = await examine({ DATABASE_URL: 'postgres://u:p@127.0.0.1:9/none', REDOUBT_SECRET: 'ab'.repeat(32) })
  const { state, detail, remedy } = find('database', 'PostgreSQL')
  assert.equal(state, 'failed')
  assert.match(detail, /ECONNREFUSED/)
  assert.doesNotMatch(detail, /u:p/)
  assert.match(remedy ?? '', /DATABASE_URL/)
})
