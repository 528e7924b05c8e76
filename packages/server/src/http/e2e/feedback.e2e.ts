import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_OPEN_FEEDBACK } from '../../domain/feedback.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const PATH = '/v1/feedback'
const SITE = { entity: 'https://me:secret@App.example.org/claim#x', type: 'false_positive', note: 'Our own site' }
const WALLET = { entity: TRANSACTION.from.toLowerCase(), chain: 'bsc', type: 'false_negative' }

const operatorOf = (world: TestWorld) => world.addKey({ operator: true, accountId: 'operator-1' })

async function give(world: TestWorld, body: object): Promise<string> {
  const { json, status } = await world.call('POST', PATH, { key: await world.addKey(), body })
  assert.equal(status, 201, JSON.stringify(json))
  return json.data.id
}

describe('feedback', async () => {
  const assertConforms = await loadConformance()

  test('is kept, without credentials, and answered with an id', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('POST', PATH, { key: await world.addKey(), body: SITE })
    assert.equal(status, 201)
    assertConforms('POST', PATH, 201, json)
    const { id: _, ...rest } = json.data
    assert.deepEqual(rest, {
      entity: 'https://app.example.org/claim',
      entityType: 'url',
      chain: null,
      type: 'false_positive',
      note: 'Our own site',
      status: 'open',
      createdAt: '2026-11-21T12:00:00.000Z',
    })
  })

  test('an Idempotency-Key gives it once', async () => {
    await using world = await startTestWorld()
    const call = { key: await world.addKey(), body: WALLET, headers: { 'idempotency-key': 'k1' } }
    const [first, second] = [await world.call('POST', PATH, call), await world.call('POST', PATH, call)]
    assert.equal(first.json.data.id, second.json.data.id)
    const { json } = await world.call('GET', PATH, { key: await operatorOf(world) })
    assert.equal(json.data.feedback.length, 1)
  })

  test('operators see that of all accounts, newest first, page by page', async () => {
    await using world = await startTestWorld()
    const ids = [await give(world, SITE), await give(world, WALLET), await give(world, SITE)].reverse()
    const key = await operatorOf(world)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path: string = `${PATH}?limit=2${cursor && `&cursor=${cursor}`}`
      const { json } = await world.call('GET', path, { key })
      assertConforms('GET', PATH, 200, json)
      seen.push(...json.data.feedback.map(({ id }: { id: string }) => id))
      cursor = json.data.nextCursor
    }
    assert.deepEqual(seen, ids)
  })

  test('accepted, a false positive is allowed and a false negative denied as what the operator says', async () => {
    await using world = await startTestWorld()
    const [site, wallet] = [await give(world, SITE), await give(world, WALLET)]
    const key = await operatorOf(world)
    const decide = (id: string, body: object) => world.call('PATCH', `${PATH}/${id}`, { key, body })
    const accepted = await decide(site, { status: 'accepted', note: 'It is theirs' })
    assert.equal(accepted.status, 200, JSON.stringify(accepted.json))
    assertConforms('PATCH', `${PATH}/x`, 200, accepted.json)
    assert.deepEqual([accepted.json.data.status, accepted.json.data.resolvedBy], ['accepted', 'operator-1'])
    await decide(wallet, { status: 'accepted', label: 'scammer', note: 'Case 117' })
    assert.deepEqual(
      (await world.storage.store.intel.overrides()).map(({ value, chain, verdict, label }) => [
        value,
        chain,
        verdict,
        label,
      ]),
      [
        [WALLET.entity, 'bsc', 'deny', 'scammer'],
        ['app.example.org/claim', null, 'allow', null],
      ],
    )
    const open = await world.call('GET', `${PATH}?status=open`, { key })
    assert.deepEqual(open.json.data.feedback, [])
  })

  test('that of a test key is accepted only when it is meant', async () => {
    await using world = await startTestWorld()
    const given = await world.call('POST', PATH, { key: await world.addKey({ environment: 'test' }), body: SITE })
    const decide = async (more: object) =>
      world.call('PATCH', `${PATH}/${given.json.data.id}`, {
        key: await operatorOf(world),
        body: { status: 'accepted', note: 'It is theirs', ...more },
      })
    const unawares = await decide({})
    assert.deepEqual([unawares.json.error.code, await world.storage.store.intel.overrides()], ['VALIDATION_ERROR', []])
    assert.match(unawares.json.error.message, /^the feedback came from a test key, .* ofTestKey/)
    assert.equal((await decide({ ofTestKey: true })).json.data.status, 'accepted')
  })

  test('rejected, it becomes nothing; it is decided once', async () => {
    await using world = await startTestWorld()
    const id = await give(world, SITE)
    const key = await operatorOf(world)
    const body = { status: 'rejected', note: 'It asks for the phrase' }
    const rejected = await world.call('PATCH', `${PATH}/${id}`, { key, body })
    assert.deepEqual([rejected.json.data.status, await world.storage.store.intel.overrides()], ['rejected', []])
    const again = await world.call('PATCH', `${PATH}/${id}`, { key, body })
    assert.deepEqual([again.status, again.json.error.code], [409, 'CONFLICT'])
    const unknown = await world.call('PATCH', `${PATH}/fb_x`, { key, body })
    assert.equal(unknown.json.error.code, 'NOT_FOUND')
  })

  test('a word that cannot be said is refused, and the feedback stays open', async () => {
    await using world = await startTestWorld()
    const key = await operatorOf(world)
    const cases: [object, object, RegExp][] = [
      [WALLET, {}, /^body\.label: missing, expected the accusation against the entity$/],
      [SITE, { label: 'scam' }, /^body\.label: expected only for a false negative/],
      [{ ...SITE, entity: 'https://github.io' }, {}, /^strangers share github\.io/],
    ]
    for (const [given, more, message] of cases) {
      const id = await give(world, given)
      const body = { status: 'accepted', note: 'yes', ...more }
      const { json } = await world.call('PATCH', `${PATH}/${id}`, { key, body })
      assert.equal(json.error?.code, 'VALIDATION_ERROR')
      assert.match(json.error.message, message)
      const rejected = await world.call('PATCH', `${PATH}/${id}`, { key, body: { status: 'rejected', note: 'no' } })
      assert.equal(rejected.status, 200)
    }
    assert.deepEqual(await world.storage.store.intel.overrides(), [])
    const id = await give(world, { ...SITE, entity: `0x${'ab'.repeat(32)}` })
    const { json } = await world.call('PATCH', `${PATH}/${id}`, { key, body: { status: 'accepted', note: 'yes' } })
    assert.match(json.error.message, /^feedback on a transaction cannot be accepted/)
  })

  test('invalid feedback is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [object, RegExp][] = [
      [{ type: 'wrong' }, /^body\.type: expected one of false_positive, false_negative$/],
      [{ entity: '0x12' }, /^body\.entity: expected 0x followed by 40 hex digits/],
      [{ entity: 'trader.eth' }, /^body\.entity: expected an address instead of an ENS name/],
      [{ note: 'x'.repeat(1_001) }, /^body\.note: expected at most 1000 characters$/],
      [{ chain: 'solana' }, /^body\.chain: expected one of/],
    ]
    for (const [change, message] of cases) {
      const { json } = await world.call('POST', PATH, { key, body: { ...SITE, ...change } })
      assert.equal(json.error?.code, 'VALIDATION_ERROR', JSON.stringify(change))
      assert.match(json.error.message, message)
    }
  })

  test('an account may have so many open ones', async () => {
    await using world = await startTestWorld()
    const { key, token } = await world.storage.addKey()
    const { id: keyId, accountId, environment } = key
    const given = {
      accountId,
      environment,
      keyId,
      entity: 'https://a.example/',
      entityType: 'url',
      chain: null,
    } as const
    for (let at = 0; at < MAX_OPEN_FEEDBACK; at++)
      await world.storage.store.feedback.add({
        ...given,
        type: 'false_positive',
        note: '',
        appeal: null,
        createdAt: at,
      })
    const { json } = await world.call('POST', PATH, { key: token, body: SITE })
    assert.deepEqual(
      [json.error.code, json.error.message],
      ['CONFLICT', 'There are 1000 open reports of this account already; wait for the operator.'],
    )
  })

  test('giving needs risk:read; reading and deciding an operator', async () => {
    await using world = await startTestWorld()
    const scanner = await world.addKey({ scopes: ['scan:read'] })
    assert.equal((await world.call('POST', PATH, { key: scanner, body: SITE })).json.error.code, 'INSUFFICIENT_SCOPE')
    const tenant = await world.addKey({ scopes: ['admin'] })
    assert.equal((await world.call('GET', PATH, { key: tenant })).json.error.code, 'INSUFFICIENT_SCOPE')
    const body = { status: 'rejected', note: 'no' }
    const denied = await world.call('PATCH', `${PATH}/fb_1`, { key: tenant, body })
    assert.equal(denied.json.error.code, 'INSUFFICIENT_SCOPE')
  })
})
