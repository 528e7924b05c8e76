import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { getAddress } from 'viem/utils'
import { createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'
import type { Notified } from '../../domain/compareScores.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import type { WatchedEntity } from '../../watch/ports.ts'

type Data = Record<string, unknown>
type Received = { type: string; data: Data; signature: string; text: string; header: unknown }

const { actors } = sandboxWorld('ethereum')
const FRIEND = getAddress(actors.trader)
const watched: WatchedEntity = { environment: 'test', entity: FRIEND, chain: 'ethereum' }

describe('watched entities are scored again', () => {
  const received: Received[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    received.push({ ...JSON.parse(text), text, header: request.headers['x-svc-signature'] })
    response.writeHead(200).end()
  })
  let app: Awaited<ReturnType<typeof createApp>>
  let base = ''
  let token = ''
  let stranger = ''
  let accountId = ''
  let webhook = { id: '', secret: '' }

  before(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    app = await createApp(
      readConfig({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: 'sqlite::memory:',
        EGRESS_ALLOW: `127.0.0.1:${port}`,
      }),
      () => {},
    )
    base = await app.listen()
    const account = await app.store.accounts.create({ name: 'watching', plan: 'pro' })
    accountId = account.id
    const scopes = ['webhooks:write', 'risk:read', 'scan:read'] as const
    const keyOf = async (owner: string) =>
      (await app.store.keys.create({ accountId: owner, name: 'k', scopes: [...scopes], environment: 'test' })).token
    token = await keyOf(accountId)
    stranger = await keyOf((await app.store.accounts.create({ name: 'stranger', plan: 'pro' })).id)
    const events = ['entity.risk_changed', 'entity.threat_detected']
    webhook = (await call('POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/hook`, events, entities: [FRIEND] }))
      .data as never
  })
  after(async () => {
    await app.close()
    receiver.close()
  })

  async function call(
    method: string,
    path: string,
    body?: object,
    as = token,
  ): Promise<{ data: Data; error?: unknown }> {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json() as never
  }
  /** Asks until it is so; the test runner ends what never is. */
  async function until<Value>(ask: () => Value | null | Promise<Value | null>): Promise<Value> {
    for (;;) {
      const found = await ask()
      if (found !== null) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const count = async (outcome: string) => {
    const text = await (await fetch(`${base}/metrics`)).text()
    return Number(new RegExp(`redoubt_rescores_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }
  /** Makes it due, and waits until it was scored. */
  async function rescore(): Promise<void> {
    const before = await count('scored')
    await app.store.notifiedScores.postpone(watched, 0)
    // A change of the webhook has the service look at once.
    await call('PATCH', `/v1/webhooks/${webhook.id}`, { entities: [FRIEND] })
    await until(async () => ((await count('scored')) > before ? true : null))
  }
  const change = async (alter: (known: Notified) => Notified) => {
    let seen: Notified | null = null
    await app.store.notifiedScores.settle(
      { accountId, environment: 'test' },
      watched,
      { now: Date.now(), dueAt: Date.now() + 1e9 },
      (known) => {
        seen = known
        return { known: alter(known), events: [] }
      },
    )
    return (seen as Notified | null) ?? assert.fail('it is not watched')
  }
  const known = () => change((same) => same)
  /** Lists are looked at every five seconds; a stranger’s scan says when. */
  const seen = (isBad: boolean) =>
    until(async () => {
      const { data } = await call('GET', `/v1/risk/score/${FRIEND}?fresh=true&deadlineMs=25000`, undefined, stranger)
      return Number(data.riskScore) >= 80 === isBad ? true : null
    })
  const key = { kind: 'address', value: FRIEND.toLowerCase(), chain: null } as const
  const deny = async () => {
    const said = { verdict: 'deny', label: 'scammer', note: 'a test', actor: 'test', createdAt: Date.now() } as const
    await app.store.intel.setOverride({ ...key, ...said })
    await seen(true)
  }
  const forget = async () => {
    await app.store.intel.removeOverride(key, { actor: 'test', now: Date.now() })
    await seen(false)
  }
  const ofType = (type: string) => received.filter((one) => one.type === type)

  test('an unused sandbox is not started for a score', async () => {
    await until(async () => ((await app.store.notifiedScores.watchers(watched)).length > 0 ? true : null))
    await app.store.notifiedScores.postpone(watched, 0)
    await call('PATCH', `/v1/webhooks/${webhook.id}`, { entities: [FRIEND] })
    await until(async () => ((await app.store.notifiedScores.lease(Date.now(), 0, 9)).length === 0 ? true : null))
    assert.deepEqual([await count('scored'), await count('failed')], [0, 0])
    // From now on another account uses the sandbox.
    await call('GET', `/v1/risk/score/${FRIEND}?deadlineMs=25000`, undefined, stranger)
  })

  test('an address is watched on all networks', async () => {
    for (const chain of ['bsc', 'polygon'] as const) {
      const elsewhere = { ...watched, chain }
      const watchers = await until(async () => {
        const found = await app.store.notifiedScores.watchers(elsewhere)
        return found.length > 0 ? found : null
      })
      assert.deepEqual(watchers, [accountId])
      // What follows is about one of them.
      await app.store.notifiedScores.postpone(elsewhere, Date.now() + 1e9)
    }
  })

  test('the first score is what later ones are compared with; nothing is told of it', async () => {
    await rescore()
    const { base: first } = await known()
    assert.ok(first && first.score < 60, JSON.stringify(first))
    assert.deepEqual(ofType('entity.risk_changed'), [])
  })

  test('unchanged it is told of nothing', async () => {
    await rescore()
    assert.deepEqual(ofType('entity.risk_changed'), [])
  })

  test('what an operator says changes the score, and a signed event tells it', async () => {
    const before = (await known()).base?.score ?? assert.fail()
    await deny()
    await rescore()
    const told = await until(() => ofType('entity.risk_changed')[0] ?? null)
    const { entity, entityType, chain, previousScore, currentScore, change: by, factors } = told.data
    assert.deepEqual([entity, entityType, chain, previousScore], [FRIEND, 'wallet', 'ethereum', before])
    assert.ok(typeof currentScore === 'number' && currentScore >= 80 && by === currentScore - before)
    assert.ok(Array.isArray(factors) && factors.includes('Block-listed wallet'), String(factors))
    const hmac = (text: string) => `sha256=${createHmac('sha256', webhook.secret).update(text).digest('hex')}`
    assert.equal(told.header, hmac(told.text))
    const threat = await until(() => ofType('entity.threat_detected')[0] ?? null)
    assert.deepEqual(
      [threat.data.entity, threat.data.threatType, threat.data.severity],
      [FRIEND, 'known_scammer', 'critical'],
    )
    assert.equal(typeof threat.data.description, 'string')
  })

  test('told once, it is not told again', async () => {
    received.length = 0
    await rescore()
    await rescore()
    assert.deepEqual(received, [])
  })

  test('another version of the rules is no change of the entity', async () => {
    await change(({ base: last, ...rest }) => ({
      ...rest,
      base: last && { ...last, rulesetVersion: 'older', score: 5 },
    }))
    await rescore()
    const { base: anew } = await known()
    assert.ok(anew && anew.score >= 80 && anew.rulesetVersion !== 'older')
    assert.deepEqual(received, [])
  })

  test('a source that fails, or works again, is none either', async () => {
    await change(({ base: last, ...rest }) => ({
      ...rest,
      base: last && { ...last, unavailable: ['history'], score: 5 },
    }))
    await rescore()
    assert.equal(((await known()).base?.score ?? 0) >= 80, true)
    assert.deepEqual(received, [])
  })

  test('a requested scan reports it too', async () => {
    await forget()
    const { data } = await call('GET', `/v1/risk/score/${FRIEND}?fresh=true&deadlineMs=25000`)
    assert.equal(data.complete, true)
    const told = await until(() => ofType('entity.risk_changed')[0] ?? null)
    assert.deepEqual([told.data.currentScore, Number(told.data.change) < 0], [data.riskScore, true])
    received.length = 0
    await deny()
    const scanned = await call('GET', `/v1/scan/wallet/${FRIEND}?deadlineMs=25000`)
    const again = await until(() => ofType('entity.risk_changed')[0] ?? null)
    assert.deepEqual([again.data.previousScore, again.data.currentScore], [data.riskScore, scanned.data.riskScore])
  })

  test('all of it can be read afterwards', async () => {
    const { data } = await call('GET', `/v1/events?type=entity.risk_changed&entity=${FRIEND}&order=oldest`)
    const events = data.events as { data: Data; deliveries: { status: string }[] }[]
    assert.deepEqual(
      events.map(({ data: { change: by } }) => Math.sign(Number(by))),
      [1, -1, 1],
    )
    assert.ok(events.every(({ deliveries }) => deliveries.length === 1))
    const text = await (await fetch(`${base}/metrics`)).text()
    assert.match(text, /redoubt_events_last_hour\{type="entity.risk_changed"\} 3/)
  })
})
