import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../../cli/testCommand.ts'
import { SCOPES } from '../../domain/apiKey.ts'
import { PLAN_LIMITS } from '../../domain/plan.ts'
import { startTestChain } from '../../evm/simulation/testing/testChain.ts'
import { openStore } from '../../store/openStore.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'
import { ask, loadScans, pidOf, startServeNode, until } from '../../testing/serveNodes.ts'
import { SLOT_VARIABLE } from '../../workers/messages.ts'

// Runs beside nothing: four processes of the service share two processors, and beside other work some scans are refused as overloaded.
const SECRET = '5e'.repeat(32)
const SENDER = `0x${'5e'.repeat(20)}` as const

const schema = await postgresSchema()

test('several workers on SQLite are refused with a sentence', async () => {
  const { code, stderr } = await runCommand('/tmp', ['serve', '--workers', '2'], { DATABASE_URL: 'sqlite:./never.db' })
  assert.equal(code, 1)
  assert.match(stderr, /^error: Several workers need PostgreSQL: one process has a SQLite file to itself\. Set /)
})

describe('redoubt serve --workers 2', { skip: schema === null && 'no PostgreSQL server' }, () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>
  let service: Awaited<ReturnType<typeof startServeNode>>
  let env: Record<string, string>
  let accountId = ''
  let token = ''

  before(async () => {
    chain = await startTestChain()
    await chain.place({ [SENDER]: { balance: 10n ** 18n } })
    env = {
      DATABASE_URL: schema?.url ?? '',
      REDOUBT_SECRET: SECRET,
      ETHEREUM_RPC_URLS: chain.url,
      LOG_LEVEL: 'error',
    }
    service = await startServeNode(['--workers', '2'], env)
    await onStore(async (store) => {
      accountId = (await store.accounts.create({ name: 'w', plan: 'enterprise' })).id
      token = (await store.keys.create({ accountId, name: 'k', scopes: [...SCOPES], environment: 'live' })).token
    })
  })
  after(async () => {
    await service?.stop()
    await chain?.close()
    await schema?.drop()
  })

  const onStore = async <Value>(use: (store: Awaited<ReturnType<typeof openStore>>) => Promise<Value>) => {
    const store = await openStore(schema?.url ?? '', SECRET)
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }
  const load = (name: string) => loadScans(service.url, token, { from: SENDER, to: SENDER, value: '1' }, name)
  /** Requests of a route by worker. */
  const counts = async (route: string) => {
    const { text } = await ask(service.url, 'GET', '/metrics')
    const found = new Map<string, number>()
    for (const [, labels = '', value] of text.matchAll(/^redoubt_http_requests_total\{(.*)\} (\d+)$/gm)) {
      const worker = /worker="(\d+)"/.exec(labels)?.[1] ?? ''
      if (labels.includes(`route="${route}"`)) found.set(worker, (found.get(worker) ?? 0) + Number(value))
    }
    return found
  }
  /** One connection to each of the workers. */
  const connections = async () => {
    const found = new Map<string, Agent>()
    for (let i = 0; i < 20 && found.size < 2; i++) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const before = await counts('/v1/scans')
      await ask(service.url, 'GET', '/v1/scans', { key: token, agent })
      await sleep(20)
      const now = await counts('/v1/scans')
      const [worker = ''] = [...now.keys()].filter((one) => now.get(one) !== before.get(one))
      if (found.has(worker)) agent.destroy()
      else found.set(worker, agent)
    }
    assert.equal(found.size, 2, 'both workers take connections')
    return [...found.values()] as [Agent, Agent]
  }

  // Node lets workers share a port that neither of them chose: the engine of one then asks the relay of the other.
  test('each worker executes on its own engine: none is without an execution', async () => {
    for (const agent of (await connections()).values()) {
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const { text } = await ask(service.url, 'POST', '/v1/scan/transaction', {
          key: token,
          body: { from: SENDER, to: SENDER, value: '1' },
          headers: { 'x-request-id': `engine-${id}-${agent.maxSockets}` },
          agent,
        })
        const { unavailable } = (JSON.parse(text) as { data: { unavailable: string[] } }).data
        assert.deepEqual(
          unavailable.filter((source) => ['simulation', 'balances', 'allowances'].includes(source)),
          [],
        )
      }
      agent.destroy()
    }
    const { text } = await ask(service.url, 'GET', '/metrics')
    const of = (outcome: string) =>
      [...text.matchAll(/^redoubt_facts_total\{(.*)\} (\d+)$/gm)].filter(
        ([, labels = '', value]) =>
          labels.includes('fact="simulation"') && labels.includes(`outcome="${outcome}"`) && value !== '0',
      ).length
    assert.deepEqual([of('known'), of('missing')], [2, 0])
  })

  test('both answer, and metrics of both are one scrape', async () => {
    assert.match(service.said(), /^Redoubt listens on http:\S+ with 2 workers/m)
    assert.equal(service.said().split('listens on').length, 2)
    const [one, other] = await connections()
    one.destroy()
    other.destroy()
    const { text } = await ask(service.url, 'GET', '/metrics')
    for (const worker of [1, 2])
      assert.match(text, new RegExp(`^process_cpu_seconds_total\\{worker="${worker}"\\}`, 'm'))
  })

  test('a key revoked through one worker is refused by the other at its next request', async () => {
    const [one, other] = await connections()
    for (const [through, then] of [
      [one, other],
      [other, one],
    ] as const) {
      const created = await ask(service.url, 'POST', '/v1/auth/keys', {
        key: token,
        agent: through,
        body: { name: 'short', scopes: ['scan:read'] },
      })
      const { data } = JSON.parse(created.text) as { data: { id: string; key: string } }
      const used = () => ask(service.url, 'GET', '/v1/scans', { key: data.key, agent: then })
      assert.equal((await used()).status, 200)
      const revoked = await ask(service.url, 'DELETE', `/v1/auth/keys/${data.id}`, { key: token, agent: through })
      assert.equal(revoked.status, 200)
      assert.equal((await used()).status, 401)
    }
    one.destroy()
    other.destroy()
  })

  test('limits of a minute and of requests at once hold over both', async () => {
    const limited = await onStore(async (store) => {
      const account = await store.accounts.create({ name: 'small', plan: 'free' })
      return store.keys.create({
        accountId: account.id,
        name: 'k',
        scopes: ['scan:read', 'risk:read'],
        environment: 'live',
      })
    })
    const agents = await connections()
    const statuses: number[] = []
    for (let i = 0; i < PLAN_LIMITS.free.perMinute + 10; i++) {
      const agent = agents[i % 2] as Agent
      statuses.push((await ask(service.url, 'GET', '/v1/scans', { key: limited.token, agent })).status)
    }
    assert.equal(statuses.filter((status) => status === 200).length, PLAN_LIMITS.free.perMinute)
    for (const agent of agents) agent.destroy()
  })

  test('a worker killed under load: nothing that was acknowledged is lost, and another one watches and answers', async () => {
    const monitor = await ask(service.url, 'POST', '/v1/monitors', {
      key: token,
      body: { address: SENDER, chain: 'ethereum' },
    })
    assert.equal(monitor.status, 201, monitor.text)
    const leader = async (): Promise<string[]> => {
      const { text } = await ask(service.url, 'GET', '/metrics')
      return [...text.matchAll(/^redoubt_watch_leading\{.*worker="(\d+)".*\} 1$/gm)].map(([, worker = '']) => worker)
    }
    await until(async () => (await leader()).length === 1)
    const [leading = ''] = await leader()
    const before = service.workers()
    assert.equal(before.length, 2)
    const under = load('killed')
    await until(async () => under.acknowledged.length > 20)
    const victim = await pidOf(service, leading)
    process.kill(victim, 'SIGKILL')
    await until(async () => /worker \d ended \(SIGKILL\); a new one starts/.test(service.said()))
    const atDeath = under.acknowledged.length
    await until(async () => under.acknowledged.length > atDeath + 20)
    await until(async () => service.workers().length === 2)
    await under.stop()
    // At most what was in flight on the worker that died.
    assert.ok(under.failed.length <= 8, under.failed.join('\n'))
    const missing: string[] = []
    for (const id of under.acknowledged) {
      const found = await ask(service.url, 'GET', `/v1/scans/${id}`, { key: token })
      if (found.status !== 200) missing.push(id)
    }
    assert.deepEqual(missing, [])
    // The lead lapses after 15 s.
    await until(async () => (await leader()).length === 1, 40_000)
    assert.ok(service.workers().every((pid) => pid !== victim))
  })

  test('SIGHUP replaces both, and no request fails', async () => {
    const before = service.workers()
    const under = load('replaced')
    await until(async () => under.acknowledged.length > 10)
    service.child.kill('SIGHUP')
    await until(async () => service.said().includes('All workers are replaced.'), 60_000)
    await under.stop()
    assert.deepEqual(under.failed, [])
    assert.ok(service.workers().every((pid) => !before.includes(pid)))
    assert.equal(service.workers().length, 2)
  })

  test('the other roles answer no request of the API, and an api process watches nothing', async () => {
    for (const [role, status] of [
      ['watcher', 404],
      ['worker', 404],
      ['api', 200],
    ] as const) {
      const one = await startServeNode(['--role', role], env)
      try {
        assert.equal((await ask(one.url, 'GET', '/healthz')).status, 200)
        await until(async () => (await ask(one.url, 'GET', '/readyz')).status === 200, 60_000)
        assert.equal((await ask(one.url, 'GET', '/v1/scans', { key: token })).status, status)
        const watches = async () => (await ask(one.url, 'GET', '/metrics')).text.includes('redoubt_watch_leading{')
        if (role === 'watcher') await until(watches)
        else {
          await sleep(1_500)
          assert.equal(await watches(), false)
        }
      } finally {
        await one.stop()
      }
    }
  })

  test('a worker that ends while the service starts is started anew, and takes nothing from the first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redoubt-start-'))
    const marker = join(folder, 'ended')
    const endOnce = `import { existsSync, writeFileSync } from 'node:fs'
      if (process.env.${SLOT_VARIABLE} === '2' && !existsSync('${marker}')) { writeFileSync('${marker}', ''); process.exit(7) }`
    const importing = `data:text/javascript,${encodeURIComponent(endOnce)}`
    const other = await startServeNode(['--workers', '2'], { ...env, NODE_OPTIONS: `--import="${importing}"` })
    try {
      assert.match(other.said(), /^worker 2 ended \(code 7\); a new one starts in 0\.5 s$/m)
      assert.equal(other.workers().length, 2)
      assert.equal((await ask(other.url, 'GET', '/readyz')).status, 200)
    } finally {
      assert.equal(await other.stop(), 0)
      await rm(folder, { recursive: true })
    }
  })

  test('a first worker that ends ends the service with its complaint', async () => {
    const broken = { ...env, DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }
    await assert.rejects(startServeNode(['--workers', '2'], broken), ({ message }: Error) => {
      assert.match(message, /^the service ended: /)
      assert.match(message, /nothing listens on 127\.0\.0\.1:1/)
      assert.doesNotMatch(message, /hunter2/)
      return true
    })
  })

  test('SIGTERM ends all', async () => {
    const pids = service.workers()
    assert.equal(await service.stop(), 0, service.said())
    for (const pid of pids) assert.throws(() => process.kill(pid, 0))
  })
})
