import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabaseGate } from '../../testing/databaseGate.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'
import { until } from '../../testing/serveNodes.ts'
import { SLOT_VARIABLE } from '../../workers/messages.ts'

// A service that cannot start, or is told to end while it starts, ends with a sentence, whatever stage it is in.

const CLI = resolve(import.meta.dirname, '../../../bin/redoubt.js')
const SECRET = '5e'.repeat(32)
/** A service that has not ended by then hangs, in milliseconds: PostgreSQL has 5 s to answer, and requests in flight have 10. */
const MAX_END_MS = 60_000
/** From a start to a signal, in milliseconds: while it loads, migrates, listens. */
const DELAYS_MS = [100, 900, 2_000]

const schema = await postgresSchema()
let folder: string
let taken: Server
const started: ChildProcess[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-starts-'))
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
})
afterEach(() => {
  for (const { pid = 0 } of started.splice(0)) endGroup(pid)
})
after(async () => {
  taken.close()
  await schema?.drop()
  await rm(folder, { recursive: true, force: true })
})

const portOf = (server: Server) => String((server.address() as AddressInfo).port)
const single = () => ({ DATABASE_URL: `sqlite:${join(folder, 'own.db')}` })
const shared = () => ({ DATABASE_URL: schema?.url ?? '', REDOUBT_SECRET: SECRET })
/** Runs in a process before anything of ours, in the worker of a slot only where one is named. */
const beforehand = (code: string, slot?: number) => {
  const own = slot === undefined ? code : `if (process.env.${SLOT_VARIABLE} === '${slot}') { ${code} }`
  return { NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(own)}"` }
}

/** `ended`: its exit code, or the signal that ended it; rejects where it hangs. */
function start(args: string[], env: Record<string, string>) {
  const own = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...env }
  const child = spawn(process.execPath, [CLI, 'serve', ...args], {
    env: own,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const ended = async () => {
    const hung = sleep(MAX_END_MS, null, { ref: false })
    const end = await Promise.race([closed, hung])
    assert.ok(end !== null, `it hangs, and said: ${said}`)
    return end[0] ?? end[1]
  }
  return { child, ended, said: () => said }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone.
  }
}

/** Processes of a group that are left. */
function leftOf(pid: number): string[] {
  const listed = execFileSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' })
  return listed.split('\n').filter((line) => Number(line.trim().split(/\s+/)[0]) === pid && !/^\s*\d+\s+Z/.test(line))
}

const FAILURES: readonly [stage: string, env: () => Record<string, string>, says: RegExp][] = [
  ['a variable is wrong', () => ({ PORT: 'eighty' }), /PORT="eighty" is not valid/],
  ['the model of hosts is missing', () => ({ URL_MODEL_FILE: '/nowhere/model' }), /URL_MODEL_FILE|\/nowhere\/model/],
  ['the folder of descriptors is missing', () => ({ CLEAR_SIGNING_DIR: '/nowhere' }), /CLEAR_SIGNING_DIR|\/nowhere/],
  ['the browser is missing', () => ({ CHROMIUM_PATH: '/nowhere/chromium' }), /CHROMIUM_PATH|\/nowhere\/chromium/],
  ['its port is taken', () => ({ PORT: portOf(taken) }), /PORT \d+ is in use: set PORT=/],
  ['the port of its metrics is taken', () => ({ METRICS_PORT: portOf(taken) }), /METRICS_PORT \d+ is in use/],
]

function assertEndsWith(says: RegExp, said: string): void {
  assert.match(said, /^error: /m)
  assert.match(said, says)
  assert.doesNotMatch(said, /\n\s+at /, 'no stack trace for an operator')
  assert.doesNotMatch(said, /hunter2/)
}

describe('redoubt serve on SQLite ends with a sentence where', () => {
  for (const [stage, env, says] of FAILURES)
    test(stage, async () => {
      const { ended, said } = start([], { ...single(), ...env() })
      assert.equal(await ended(), 1)
      assertEndsWith(says, said())
    })

  test('it is told to end, at any stage', async () => {
    for (const delay of DELAYS_MS) {
      const { child, ended, said } = start([], single())
      await sleep(delay)
      child.kill('SIGTERM')
      const end = await ended()
      assert.ok(end === 0 || end === 'SIGTERM', `after ${delay} ms: ${end} ${said()}`)
      assert.doesNotMatch(said(), /error:/)
    }
  })
})

describe('on PostgreSQL', { skip: schema === null && 'no PostgreSQL server' }, () => {
  for (const workers of [[], ['--workers', '2']]) {
    const what = workers.length === 0 ? 'one process' : 'two workers'
    const here: typeof FAILURES = [
      // Others fail in the same places with either engine.
      ...(workers.length === 0 ? [] : FAILURES.filter(([stage]) => /browser|port/.test(stage))),
      ['there is no secret', () => ({ REDOUBT_SECRET: '' }), /REDOUBT_SECRET is required/],
      [
        'there is no such database',
        () => ({ DATABASE_URL: other('no_such_database') }),
        /no database of that name \(3D000\)/,
      ],
    ]
    for (const [stage, env, says] of here)
      test(`${what}, where ${stage}`, async () => {
        const { child, ended, said } = start(workers, { ...shared(), ...env() })
        assert.equal(await ended(), 1)
        assertEndsWith(says, said())
        assert.deepEqual(leftOf(child.pid ?? 0), [])
      })

    test(`${what}, where the database takes connections and never answers`, async () => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      try {
        const { ended, said } = start(workers, {
          ...shared(),
          DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${portOf(silent)}/x`,
        })
        assert.equal(await ended(), 1)
        assertEndsWith(/The database/, said())
      } finally {
        silent.close()
      }
    })

    test(`${what}, told to end at any stage`, async () => {
      for (const delay of DELAYS_MS) {
        const { child, ended, said } = start(workers, shared())
        // Of several, from the moment that the first of them is there.
        if (workers.length > 0) await until(async () => leftOf(child.pid ?? 0).length > 1)
        await sleep(delay)
        child.kill('SIGTERM')
        const end = await ended()
        assert.ok(end === 0 || end === 'SIGTERM', `after ${delay} ms: ${end} ${said()}`)
        assert.doesNotMatch(said(), /error:/)
        assert.deepEqual(leftOf(child.pid ?? 0), [], `after ${delay} ms`)
      }
    })
  }

  test('a first worker that is killed while it starts ends the service with a sentence', async () => {
    const { ended, said } = start(['--workers', '2'], {
      ...shared(),
      ...beforehand("process.kill(process.pid, 'SIGKILL')", 1),
    })
    assert.equal(await ended(), 1)
    assert.match(said(), /^worker 1 ended \(SIGKILL\) before it was ready: the service ends\./m)
  })

  test('a second worker that can never start is said each time, and the first one answers', async () => {
    const port = await freePort()
    const { child, ended, said } = start(['--workers', '2'], {
      ...shared(),
      ...beforehand('process.exit(7)', 2),
      PORT: port,
    })
    await until(async () => /worker 2 ended \(code 7\); a new one starts in 1 s/.test(said()), MAX_END_MS)
    assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200)
    child.kill('SIGHUP')
    await until(async () => /^SIGHUP: not all workers are ready/m.test(said()))
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200)
    child.kill('SIGTERM')
    assert.equal(await ended(), 0, said())
  })

  test('a database that goes away between the first and the second worker is awaited', async () => {
    const gate = await startDatabaseGate(schema?.url ?? '')
    const port = await freePort()
    const { child, ended, said } = start(['--workers', '2'], { ...shared(), DATABASE_URL: gate.url, PORT: port })
    try {
      await until(async () => isAnswering(port), MAX_END_MS)
      await gate.cut()
      await until(async () => /^worker 2 ended \(code 1\); a new one starts/m.test(said()), MAX_END_MS)
      assert.match(said(), /^error: The database is not reachable/m)
      await gate.mend()
      await until(async () => /listens on http\S+ with 2 workers/.test(said()), 2 * MAX_END_MS)
      child.kill('SIGTERM')
      assert.equal(await ended(), 0, said())
    } finally {
      await gate.cut()
    }
  })
})

function other(database: string): string {
  const url = new URL(schema?.url ?? '')
  url.pathname = `/${database}`
  return url.href
}

async function isAnswering(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  await new Promise((closed) => server.close(closed))
  return port
}
