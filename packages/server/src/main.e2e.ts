import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { runCommand } from './cli/testCommand.ts'
import { startTestChain, startTestProxy } from './evm/simulation/testing/testChain.ts'
import { openStore } from './store/openStore.ts'
import { createScanClient } from './testing/scanClient.ts'

const CLI = resolve(import.meta.dirname, '../bin/redoubt.js')
const SENDER = `0x${'5e'.repeat(20)}` as const

// The process as an operator starts and stops it.
describe('redoubt serve', () => {
  let folder: string
  let databaseUrl: string
  let token: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redoubt-serve-'))
    databaseUrl = `sqlite:${join(folder, 'serve.db')}`
    const store = await openStore(databaseUrl, null)
    await store.migrate()
    const account = await store.accounts.create({ name: 'operator', plan: 'pro' })
    const made = await store.keys.create({
      accountId: account.id,
      name: 'k',
      scopes: ['scan:read'],
      environment: 'live',
    })
    token = made.token
    await store.close()
  })
  // A test that fails leaves no service behind, which would hold the database.
  const started: ChildProcess[] = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })
  after(() => rm(folder, { recursive: true }))

  function start(env: Record<string, string>) {
    const own = { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl, ...env }
    const child = spawn(process.execPath, [CLI, 'serve'], { env: own, stdio: ['ignore', 'pipe', 'pipe'] })
    started.push(child)
    // What it said may be read only after it is gone.
    const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
    return { child, exited, output: collect(child) }
  }

  test('a termination signal lets the scan in flight be answered, then ends with 0', async () => {
    const chain = await startTestChain()
    await chain.place({ [SENDER]: { balance: 10n ** 18n } })
    const proxy = await startTestProxy(chain.url, 150)
    const { child, exited, output } = start({ ETHEREUM_RPC_URLS: proxy.url })
    try {
      const url = await output.until(/listens on (http:\S+)/)
      const client = createScanClient(url, token)
      const scan = client.scan({ from: SENDER, to: SENDER, value: '1', options: { deadlineMs: 10_000 } })
      while (proxy.requests.length === 0) await new Promise((tick) => setTimeout(tick, 5))
      child.kill('SIGTERM')
      assert.equal((await scan).simulation?.success, true)
      await client.close()
      assert.equal(await exited, 0, output.text())
    } finally {
      child.kill('SIGKILL')
      await proxy.close()
      await chain.close()
    }
  })

  test('says which networks run on public endpoints', async () => {
    const { child, exited, output } = start({ ETHEREUM_RPC_URLS: 'http://127.0.0.1:9' })
    await output.until(/polygon: using public RPC endpoints; set POLYGON_RPC_URLS/)
    assert.doesNotMatch(output.text(), /ethereum: using public/)
    child.kill('SIGTERM')
    assert.equal(await exited, 0)
  })

  test('warns of endpoints that scans cannot use, without their keys, and starts', async () => {
    const hourOld = await startTestChain({ chainId: 56, timestamp: Math.floor(Date.now() / 1_000) - 3_600 })
    const { child, exited, output } = start({
      ETHEREUM_RPC_URLS: `http://127.0.0.1:9/secret-key,${hourOld.url}/?key=secret-key`,
      BSC_RPC_URLS: hourOld.url,
    })
    try {
      await output.until(/listens on (http:\S+)/)
      await output.until(/warning: ethereum: 127\.0\.0\.1:9: the connection failed \(.+\)\. Check the URL/)
      await output.until(/warning: ethereum: 127\.0\.0\.1:\d+: chain id: chain 56, expected 1\. Move the URL/)
      await output.until(/warning: bsc: 127\.0\.0\.1:\d+: head: block \d+, 36\d\d s old\. Wait until/)
      assert.doesNotMatch(output.text(), /secret-key/)
      child.kill('SIGTERM')
      assert.equal(await exited, 0, output.text())
    } finally {
      child.kill('SIGKILL')
      await hourOld.close()
    }
  })

  test('a wrong variable is named and nothing starts', async () => {
    const { exited, output } = start({ PORT: 'eighty' })
    assert.equal(await exited, 1)
    assert.match(output.text(), /PORT="eighty" is not valid/)
    assert.doesNotMatch(output.text(), /\n\s+at /, 'no stack trace for an operator')
  })

  test('a secret that keys of the database need and this process does not have is named', async () => {
    const { child, exited, output } = start({ REDOUBT_SECRET: 'ab'.repeat(32) })
    await output.until(/^warning: 1 keys of the database need the secret \w+, which is missing, and are refused\./m)
    child.kill('SIGHUP')
    assert.equal(await exited, 0, output.text())
    assert.match(output.text(), /^SIGHUP: answering the requests in flight, then stopping/m)
  })

  test('a host that is not of this machine is said plainly', async () => {
    const { exited, output } = start({ HOST: '192.0.2.1' })
    assert.equal(await exited, 1)
    assert.match(output.text(), /^error: HOST 192\.0\.2\.1 is no address of this machine: set HOST=/m)
  })

  test('listening is said once', async () => {
    const { child, exited, output } = start({})
    const url = await output.until(/listens on (http:\S+)/)
    child.kill('SIGTERM')
    await exited
    assert.equal(output.text().split(new URL(url).host).length - 1, 2, output.text())
  })

  test('is not ready while what scans are made of cannot be loaded', async () => {
    // A module that is there in the repository and not on this machine, as after half a deployment.
    const broken = `import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith('/gatherValidity.ts')) throw new Error('no such file')
    return next(specifier, context)
  },
})`
    const { child, exited, output } = start({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(broken)}`,
      LOG_LEVEL: 'error',
    })
    const url = await output.until(/listens on (http:\S+)/)
    await output.until(/scans cannot be loaded/)
    const answer = await fetch(`${url}/readyz`)
    assert.equal(answer.status, 503)
    assert.match(await answer.text(), /Not ready: scans\./)
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
    child.kill('SIGTERM')
    assert.equal(await exited, 0, output.text())
  })

  test('a second service on the SQLite file is refused, commands are not, and a killed service leaves it free', async () => {
    const first = start({})
    await first.output.until(/listens on (http:\S+)/)
    const second = start({})
    assert.equal(await second.exited, 1)
    assert.match(second.output.text(), /^error: Another "redoubt serve" runs on \S+serve\.db\. One service/m)
    const listed = await runCommand(folder, ['keys', 'list'], { DATABASE_URL: databaseUrl })
    assert.deepEqual([listed.code, listed.stderr], [0, ''])
    first.child.kill('SIGKILL')
    await first.exited
    const third = start({})
    await third.output.until(/listens on (http:\S+)/)
    third.child.kill('SIGTERM')
    assert.equal(await third.exited, 0)
  })

  test('metrics have a port of their own where it is set', async () => {
    const port = await freePort()
    const { child, exited, output } = start({ METRICS_PORT: String(port) })
    const url = await output.until(/listens on (http:\S+)/)
    assert.equal((await fetch(`${url}/metrics`)).status, 404)
    const scrape = await fetch(`http://127.0.0.1:${port}/metrics`)
    assert.match(String(scrape.headers.get('content-type')), /^text\/plain; version=0\.0\.4/)
    assert.match(await scrape.text(), /^redoubt_http_requests_total\{.*status="404"/m)
    for (const path of ['', 'healthz', 'v1/scans'])
      assert.equal((await fetch(`http://127.0.0.1:${port}/${path}`)).status, 404)
    child.kill('SIGTERM')
    assert.equal(await exited, 0)
  })

  test('a sandbox without a folder says so', async () => {
    const { child, exited, output } = start({ CACHE_DIR: '/dev/null/cache', LOG_LEVEL: 'error' })
    const url = await output.until(/listens on (http:\S+)/)
    const made = await runCommand(folder, ['keys', 'create', '--name', 't', '--env', 'test', '--scopes', 'scan:read'], {
      DATABASE_URL: databaseUrl,
    })
    const answer = await fetch(`${url}/v1/scan/transaction`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.stdout.trim()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: SENDER, to: SENDER, value: '1' }),
    })
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    assert.deepEqual([answer.status, error.code], [503, 'STORAGE_UNAVAILABLE'], made.stderr)
    assert.match(error.message, /The sandbox cannot be built: the folder of the setting CACHE_DIR cannot be written\./)
    await output.until(/ENOTDIR.*\/dev\/null\/cache/)
    child.kill('SIGTERM')
    assert.equal(await exited, 0)
  })

  test('a port in use is said plainly', async () => {
    const first = start({})
    const url = await first.output.until(/listens on (http:\S+)/)
    const other = { DATABASE_URL: `sqlite:${join(folder, 'other.db')}` }
    const second = start({ PORT: new URL(url).port, ...other })
    assert.equal(await second.exited, 1)
    assert.match(second.output.text(), /^error: PORT \d+ is in use: set PORT=\d+/m)
    const third = start({ METRICS_PORT: new URL(url).port, ...other })
    assert.equal(await third.exited, 1)
    assert.match(third.output.text(), /^error: METRICS_PORT \d+ is in use: set METRICS_PORT=\d+/m)
    first.child.kill('SIGTERM')
    assert.equal(await first.exited, 0)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function collect(child: ChildProcess) {
  let text = ''
  const waiting: (() => void)[] = []
  const add = (chunk: Buffer) => {
    text += chunk.toString()
    for (const check of waiting) check()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return {
    text: () => text,
    until: (pattern: RegExp) =>
      new Promise<string>((found, fail) => {
        const check = () => {
          const match = pattern.exec(text)
          if (match) found(match[1] ?? match[0])
        }
        waiting.push(check)
        child.once('close', () => fail(new Error(`ended before ${pattern}: ${text}`)))
        check()
      }),
  }
}
