import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { CONTRACT_RESULT } from '../testing/testContract.ts'
import { WALLET_RESULT } from '../testing/testWallet.ts'
import { startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCORES = '/v1/risk/scores'
const WALLET = TRANSACTION.from
const wallets = (count: number) => Array.from({ length: count }, (_, at) => `0x${String(at + 1).padStart(40, '0')}`)

describe('POST /v1/risk/scores', async () => {
  const assertConforms = await loadConformance()

  test('each entity has its score or its own error, in order', async () => {
    await using world = await startTestWorld()
    const entities = [
      WALLET,
      { entity: CONTRACT_RESULT.address, chain: 'bsc' },
      '0x12',
      'https://app.evil.example/claim',
      { entity: WALLET, type: 'url' },
      `0x${'0'.repeat(64)}`,
      'nobody.eth',
      'trader.eth',
    ]
    const { json, status } = await world.call('POST', SCORES, { key: await world.addKey(), body: { entities } })
    assert.equal(status, 200, JSON.stringify(json))
    assertConforms('POST', SCORES, 200, json)
    const { results } = json.data
    type Result = { entity: string; ok: boolean; result?: { entityType: string }; error?: { code: string } }
    assert.deepEqual(
      results.map(({ entity, result, error }: Result) => [entity, result?.entityType ?? error?.code]),
      [
        [WALLET, 'wallet'],
        [CONTRACT_RESULT.address, 'contract'],
        ['0x12', 'VALIDATION_ERROR'],
        ['https://app.evil.example/claim', 'url'],
        [WALLET, 'VALIDATION_ERROR'],
        [`0x${'0'.repeat(64)}`, 'NOT_FOUND'],
        ['nobody.eth', 'NOT_FOUND'],
        ['trader.eth', 'wallet'],
      ],
    )
    assert.match(results[2].error.message, /^body\.entities\[2\]: expected 0x/)
  })

  test('one that names no network, no type or far too much spoils no other', async () => {
    await using world = await startTestWorld()
    const entities = [
      ...[
        { entity: WALLET, chain: 'solana' },
        { entity: WALLET, type: 'contract' },
        `https://a.example/${'x'.repeat(9_000)}`,
      ],
      WALLET,
    ]
    const { json, status } = await world.call('POST', SCORES, { key: await world.addKey(), body: { entities } })
    assert.equal(status, 200, JSON.stringify(json))
    assertConforms('POST', SCORES, 200, json)
    type Result = { ok: boolean; error?: { code: string; message: string } }
    assert.deepEqual(
      json.data.results.map(({ ok, error }: Result) => (ok ? 'ok' : `${error?.code} ${error?.message}`)),
      [
        `VALIDATION_ERROR body.entities[0].chain: expected one of ${CHAINS.join(', ')}`,
        'VALIDATION_ERROR body.entities[1].type: expected one of address, url, transaction',
        'VALIDATION_ERROR body.entities[2]: expected at most 8192 characters',
        'ok',
      ],
    )
  })

  test('one that is named a hundred times is scanned once, fresh or not', async () => {
    let scans = 0
    await using world = await startTestWorld({
      wallet: async ({ spelling, chain }) => {
        scans++
        return { ...WALLET_RESULT, address: spelling.spelled, chain }
      },
    })
    const body = { entities: Array(100).fill(WALLET), options: { fresh: true } }
    const { json } = await world.call('POST', SCORES, { key: await world.addKey(), body })
    assert.equal(json.data.results.filter(({ ok }: { ok: boolean }) => ok).length, 100)
    assert.equal(scans, 1)
  })

  test('at most four are scanned at a time, the same one once', async () => {
    let [running, max, scans] = [0, 0, 0]
    await using world = await startTestWorld({
      wallet: async ({ spelling, chain }) => {
        scans++
        max = Math.max(max, ++running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running--
        return { ...WALLET_RESULT, address: spelling.spelled, chain }
      },
    })
    const entities = [...wallets(20), ...wallets(20)]
    const { json } = await world.call('POST', SCORES, { key: await world.addKey(), body: { entities } })
    assert.deepEqual([json.data.results.length, max, scans], [40, 4, 20])
  })

  test('a defect in one scan is that entity’s alone', async () => {
    const bad = `0x${'2'.padStart(40, '0')}`
    await using world = await startTestWorld({
      wallet: async ({ address, spelling, chain }) => {
        if (address === bad) throw new TypeError('a defect of ours')
        return { ...WALLET_RESULT, address: spelling.spelled, chain }
      },
      onProblem: () => undefined,
    })
    const { json, text } = await world.call('POST', SCORES, {
      key: await world.addKey(),
      body: { entities: wallets(3) },
    })
    assert.deepEqual(
      json.data.results.map(({ ok }: { ok: boolean }) => ok),
      [true, false, true],
    )
    assert.equal(json.data.results[1].error.code, 'INTERNAL_ERROR')
    assert.equal(text.includes('a defect of ours'), false)
  })

  test('when time is over the rest say so', async () => {
    await using world = await startTestWorld({
      wallet: async ({ spelling, chain }) => {
        world.clock.now += 150
        return { ...WALLET_RESULT, address: spelling.spelled, chain }
      },
    })
    const body = { entities: wallets(12), options: { deadlineMs: 1_000 } }
    const { json } = await world.call('POST', SCORES, { key: await world.addKey(), body })
    const codes = json.data.results.map(({ error }: { error?: { code: string } }) => error?.code ?? 'ok')
    assert.ok(codes.includes('ok') && codes.at(-1) === 'UPSTREAM_TIMEOUT', codes.join())
    assert.match(
      json.data.results.at(-1).error.message,
      /^Its turn did not come within the 1000 ms of the whole batch\./,
    )
  })

  test('it counts as one request', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const first = await world.call('POST', SCORES, { key, body: { entities: wallets(50) } })
    const second = await world.call('POST', SCORES, { key, body: { entities: wallets(50) } })
    const left = (answer: typeof first) => Number(answer.headers.get('x-ratelimit-remaining'))
    assert.equal(left(first) - left(second), 1)
  })

  test('a list without 1 to 100 entities is refused', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [unknown, RegExp][] = [
      [{}, /^body\.entities: missing, expected a list of 1 to 100 entities$/],
      [{ entities: [] }, /^body\.entities: expected a list of 1 to 100 entities$/],
      [{ entities: wallets(101) }, /^body\.entities: expected a list of 1 to 100 entities$/],
      [{ entities: [1] }, /body\.entities\[0\]: expected an address, http or https URL/],
      [{ entities: [{ entity: WALLET, chain: 1 }] }, /body\.entities\[0\]/],
      [{ entities: [WALLET], options: { deadlineMs: 1 } }, /body\.options\.deadlineMs: expected an integer/],
    ]
    for (const [body, message] of cases) {
      const { json } = await world.call('POST', SCORES, { key, body })
      assert.equal(json.error?.code, 'VALIDATION_ERROR')
      assert.match(json.error.message, message)
    }
    const { json } = await world.call('POST', SCORES, { key, body: { entities: [{ entity: WALLET, chian: 'bsc' }] } })
    assert.equal(json.error.message, 'body.entities[0].chian: unknown member; did you mean chain?')
  })

  test('it needs risk:read, and POST', async () => {
    await using world = await startTestWorld()
    const body = { entities: [WALLET] }
    const key = await world.addKey({ scopes: ['scan:read'] })
    assert.equal((await world.call('POST', SCORES, { key, body })).json.error.code, 'INSUFFICIENT_SCOPE')
    assert.equal((await world.call('GET', SCORES, { key })).json.error.code, 'METHOD_NOT_ALLOWED')
  })
})
