import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Examined } from '../composition/examineInstallation.ts'
import { startTestChain, type TestChain } from '../evm/simulation/testing/testChain.ts'
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
      PORT: String(port),
      ETHEREUM_RPC_URLS: NOWHERE,
    })
    assert.equal(code, 1)
    for (const [part, name] of [
      ['database', 'SQLite'],
      ['folders', 'CACHE_DIR'],
      ['simulator', 'anvil'],
      ['browser', 'Chromium'],
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

test('a PostgreSQL that does not answer is named', async () => {
  const { find } = await examine({ DATABASE_URL: 'postgres://u:p@127.0.0.1:9/none', REDOUBT_SECRET: 'ab'.repeat(32) })
  const { state, detail, remedy } = find('database', 'PostgreSQL')
  assert.equal(state, 'failed')
  assert.match(detail, /ECONNREFUSED/)
  assert.doesNotMatch(detail, /u:p/)
  assert.match(remedy ?? '', /DATABASE_URL/)
})
