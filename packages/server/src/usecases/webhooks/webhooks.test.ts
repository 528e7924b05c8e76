import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAllowList } from '@redoubt/egress/publicAddress.ts'
import { createWebhookAdapters } from '../../composition/app.ts'
import { WEBHOOK_LIMITS } from '../../domain/plan.ts'
import { MAX_PARKED_MS, MAX_REPLAYED, SECRET_OVERLAP_MS } from '../../domain/webhook.ts'
import { openMemoryStore } from '../testing/memoryStore.ts'
import { createWebhooks } from './webhooks.ts'

const OWNER = { accountId: 'acc_1', environment: 'live', plan: 'pro' } as const
const WANTED = {
  url: 'https://hooks.example/a',
  events: ['approval.new'],
  entities: { spelled: [], keys: [] },
  secret: null,
}
const signed = { bodyOf: () => '{}', without: [], limit: 10, leaseMs: 1 }

/** Webhooks over a real store in memory; `heard` is what the delivery loop and the rescoring hear. */
async function world() {
  const store = await openMemoryStore()
  const clock = { now: 1_790_000_000_000 }
  const heard: string[] = []
  const webhooks = createWebhooks({
    ...createWebhookAdapters(store, createAllowList([])),
    now: () => clock.now,
    wake: () => heard.push('wake'),
    attempts: () => ({ delivered: 0, refused: 0, unanswered: 0 }),
    onChanged: ({ accountId }) => heard.push(`changed ${accountId}`),
  })
  const happen = (at: number, identity: string) =>
    store.outbox.enqueue({ ...OWNER, type: 'approval.new', entity: null, data: '{}', identity, at })
  /** The last attempt of what is due fails. */
  const fail = async () => {
    const leased = await store.outbox.lease({ ...signed, now: clock.now })
    const attempt = { at: clock.now, status: 500, error: null, durationMs: 1, delivered: false, nextAt: null }
    await store.outbox.record(leased.map((delivery) => ({ delivery, attempt })))
  }
  return { store, clock, heard, webhooks, happen, fail, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

describe('webhooks of an account', () => {
  test('a new one has a secret of Standard Webhooks, and its account is heard of', async () => {
    await using made = await world()
    const { webhook, secret } = await made.webhooks.create(OWNER, WANTED)
    assert.match(secret, /^whsec_[0-9A-Za-z+/]{43}=$/)
    assert.equal((await made.webhooks.create(OWNER, { ...WANTED, secret: 'mine' })).secret, 'mine')
    assert.deepEqual(await made.webhooks.get(OWNER, webhook.id), webhook)
    assert.deepEqual(made.heard, ['changed acc_1', 'changed acc_1'])
  })

  test('a URL that is not delivered to is refused with the member, and nothing is kept', async () => {
    await using made = await world()
    for (const url of ['http://hooks.example/', 'https://127.0.0.1/', 'https://me:pw@hooks.example/'])
      await assert.rejects(made.webhooks.create(OWNER, { ...WANTED, url }), /^InvalidInput: body\.url: /)
    assert.deepEqual(await made.webhooks.list(OWNER), [])
    const { webhook } = await made.webhooks.create(OWNER, WANTED)
    await assert.rejects(made.webhooks.update(OWNER, webhook.id, { url: 'ftp://x' }), /^InvalidInput: body\.url: /)
    assert.equal((await made.webhooks.get(OWNER, webhook.id))?.url, WANTED.url)
  })

  test('an account has so many in an environment', async () => {
    await using made = await world()
    for (let at = 0; at < WEBHOOK_LIMITS.pro; at++) await made.webhooks.create(OWNER, WANTED)
    await assert.rejects(made.webhooks.create(OWNER, WANTED), {
      code: 'CONFLICT',
      message: /has 20 webhooks already, the limit of the pro plan; delete one, or move/,
    })
    await made.webhooks.create({ ...OWNER, environment: 'test' }, WANTED)
  })

  test('after a rotation the earlier secret signs too for a day', async () => {
    await using made = await world()
    const { webhook, secret } = await made.webhooks.create(OWNER, WANTED)
    const rotated = await made.webhooks.rotateSecret(OWNER, webhook.id, 'second')
    assert.deepEqual(rotated, { secret: 'second', earlierUntil: made.clock.now + SECRET_OVERLAP_MS })
    const secretsAt = async (now: number, identity: string) => {
      await made.happen(now, identity)
      const [leased] = await made.store.outbox.lease({ ...signed, now })
      return leased?.secrets
    }
    assert.deepEqual(await secretsAt(made.clock.now + SECRET_OVERLAP_MS - 1, 'a'), ['second', secret])
    assert.deepEqual(await secretsAt(made.clock.now + SECRET_OVERLAP_MS, 'b'), ['second'])
    assert.equal(await made.webhooks.rotateSecret(OWNER, 'wh_none', null), null)
  })

  test('while it is failing nothing is sent; activated, it is sent what waited three days at most', async () => {
    await using made = await world()
    const { webhook } = await made.webhooks.create(OWNER, WANTED)
    await made.happen(made.clock.now, 'first')
    await made.fail()
    const refused = { code: 'CONFLICT', message: /failing: nothing is sent until it is activated/ }
    const range = { since: 0, until: made.clock.now, types: null }
    await assert.rejects(made.webhooks.test(OWNER, webhook.id), refused)
    await assert.rejects(made.webhooks.replay(OWNER, webhook.id, range), refused)
    await assert.rejects(made.webhooks.retry(OWNER, webhook.id, 'dlv_x'), refused)
    assert.equal((await made.webhooks.overview()).failing, 1)

    await made.happen(made.clock.now, 'old')
    await made.happen(made.clock.now + 1, 'fresh')
    made.clock.now += MAX_PARKED_MS + 1
    made.heard.length = 0
    assert.equal((await made.webhooks.activate(OWNER, webhook.id))?.status, 'active')
    assert.deepEqual(made.heard, ['wake'])
    const page = await made.webhooks.deliveries(OWNER, webhook.id, { limit: 10, cursor: null })
    assert.deepEqual(
      page?.deliveries.map(({ status }) => status),
      ['pending', 'expired', 'failed'],
    )
  })

  test('one that is active is tested, replayed and retried, and the loop is woken', async () => {
    await using made = await world()
    const { webhook } = await made.webhooks.create(OWNER, WANTED)
    const tested = await made.webhooks.test(OWNER, webhook.id)
    assert.deepEqual([tested?.type, tested?.status], ['webhook.test', 'pending'])
    const due = { code: 'CONFLICT', message: /due already/ }
    await assert.rejects(made.webhooks.retry(OWNER, webhook.id, tested?.id ?? ''), due)
    assert.equal(await made.webhooks.retry(OWNER, webhook.id, 'dlv_none'), null)
    assert.deepEqual(made.heard, ['changed acc_1', 'wake'])
  })

  test('a replay of too many events says up to when it would fit', async () => {
    await using made = await world()
    const { now } = made.clock
    for (let at = 0; at <= MAX_REPLAYED; at++) await made.happen(now + at, String(at))
    const { webhook } = await made.webhooks.create(OWNER, WANTED)
    const replay = (until: number) => made.webhooks.replay(OWNER, webhook.id, { since: now, until, types: null })
    const cut = new Date(now + MAX_REPLAYED).toISOString()
    await assert.rejects(replay(now + MAX_REPLAYED + 1), { code: 'VALIDATION_ERROR', message: new RegExp(cut) })
    assert.equal(await replay(now + MAX_REPLAYED), MAX_REPLAYED)
  })

  test('pages of deliveries open for their own webhook alone', async () => {
    await using made = await world()
    const [one, other] = [await made.webhooks.create(OWNER, WANTED), await made.webhooks.create(OWNER, WANTED)]
    for (let at = 0; at < 3; at++) await made.webhooks.test(OWNER, one.webhook.id)
    const first = await made.webhooks.deliveries(OWNER, one.webhook.id, { limit: 2, cursor: null })
    const cursor = first?.nextCursor ?? null
    assert.ok(cursor)
    const rest = await made.webhooks.deliveries(OWNER, one.webhook.id, { limit: 2, cursor })
    assert.deepEqual([rest?.deliveries.length, rest?.nextCursor], [1, null])
    const elsewhere = made.webhooks.deliveries(OWNER, other.webhook.id, { limit: 2, cursor })
    await assert.rejects(elsewhere, { code: 'VALIDATION_ERROR', message: /^query\.cursor: / })
  })

  test('those of others are not there', async () => {
    await using made = await world()
    const { webhook } = await made.webhooks.create(OWNER, WANTED)
    const stranger = { ...OWNER, accountId: 'acc_2' }
    assert.equal(await made.webhooks.get(stranger, webhook.id), null)
    assert.equal(await made.webhooks.test(stranger, webhook.id), null)
    assert.equal(await made.webhooks.delete(stranger, webhook.id), false)
    assert.equal(await made.webhooks.deliveries(stranger, webhook.id, { limit: 1, cursor: null }), null)
  })
})
