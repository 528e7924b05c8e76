import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTRACT_RESULT } from '../testing/testContract.ts'
import { MESSAGE_RESULT } from '../testing/testMessage.ts'
import { URL_RESULT } from '../testing/testUrl.ts'
import { VERIFY_RESULT, WALLET_RESULT } from '../testing/testWallet.ts'
import { RESULT, startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/transaction'
const LENIENT = { prefer: 'respond-async, Handling="lenient"' }
const safe = { riskScore: 0, riskLevel: 'safe', warnings: [] } as const

describe('Prefer: handling=lenient', async () => {
  const address = TRANSACTION.from
  const hash = `0x${'ab'.repeat(32)}`
  const contract = CONTRACT_RESULT.address
  const asks: [name: string, method: string, path: string, body: object | null, recommendation: string | null][] = [
    ['transaction', 'POST', SCAN, TRANSACTION, 'REVIEW'],
    ['sent transaction', 'GET', `${SCAN}/${hash}`, null, 'REVIEW'],
    ['message', 'POST', '/v1/scan/message', { address, message: 'Hello' }, 'REVIEW'],
    ['contract', 'POST', '/v1/scan/contract', { address: contract, chain: 'ethereum' }, 'CAUTION'],
    ['url', 'POST', '/v1/scan/url', { url: 'https://a.example' }, 'CAUTION'],
    ['wallet', 'GET', `/v1/scan/wallet/${address}`, null, null],
    ['verify', 'GET', `/v1/wallet/verify/${address}`, null, null],
    ['score of a wallet', 'GET', `/v1/risk/score/${address}`, null, 'REVIEW'],
    ['score of a contract', 'GET', `/v1/risk/score/${contract}`, null, 'CAUTION'],
    ['score of a URL', 'GET', `/v1/risk/score/${encodeURIComponent('https://a.example/')}`, null, 'CAUTION'],
    ['score of a transaction', 'GET', `/v1/risk/score/${hash}`, null, 'REVIEW'],
    ['report', 'GET', `/v1/risk/report/${contract}`, null, 'CAUTION'],
    ['batch', 'POST', '/v1/risk/scores', { entities: [address] }, 'REVIEW'],
  ]

  for (const [name, method, path, body, recommendation] of asks)
    test(`${name}: never PROCEED or SAFE, and only where something was ignored`, async () => {
      await using world = await startSafeWorld()
      const key = await world.addKey()
      const ask = async (headers: Record<string, string>, unknown: boolean) => {
        const extra = unknown && body !== null ? { zzz: 1 } : {}
        const asked = unknown && body === null ? `${path}?zzz=1` : path
        const {
          status,
          json,
          headers: answered,
        } = await world.call(method, asked, {
          key,
          headers,
          ...(body !== null && { body: { ...body, ...extra } }),
        })
        assert.equal(status, 200, JSON.stringify(json))
        assert.equal(answered.get('preference-applied'), headers.prefer === undefined ? null : 'handling=lenient')
        return { ...verdictOf(json.data), ignored: json.meta.ignored }
      }
      const plain = await ask({}, false)
      assert.ok(plain.riskScore < 40 && !plain.named, JSON.stringify(plain))
      assert.deepEqual(await ask(LENIENT, false), plain, 'nothing was ignored')
      const raised = await ask(LENIENT, true)
      assert.deepEqual(
        [raised.riskScore, raised.riskLevel, raised.named, raised.ignored],
        [40, 'medium', true, ['zzz']],
      )
      if (recommendation !== null) assert.equal(raised.recommendation, recommendation)
      assert.equal(raised.sum ?? 40, 40, 'the factors of a report sum to its score')
      assert.deepEqual(await ask({}, false), plain, 'what is kept was not raised')
      assert.deepEqual(await ask(LENIENT, true), raised)
      for (const { riskScore } of world.storage.points ?? []) assert.ok(riskScore < 40, 'the history is of the entity')
    })

  test('the profile of a wallet, which has no findings', async () => {
    await using world = await startSafeWorld()
    const { profile } = world.ports.wallets
    world.ports.wallets.profile = async (...asked) => ({
      ...(await profile(...asked)),
      riskScore: 0,
      riskLevel: 'safe',
    })
    const key = await world.addKey()
    const ask = async (query: string) => {
      const { json } = await world.call('GET', `/v1/wallet/profile/${address}${query}`, { key, headers: LENIENT })
      return [json.data.riskScore, json.data.riskLevel, json.meta.ignored]
    }
    assert.deepEqual(await ask(''), [0, 'safe', undefined])
    assert.deepEqual(await ask('?chian=bsc'), [40, 'medium', ['chian']])
  })

  test('of a batch the entity with the unknown member alone, or all where it is of the whole', async () => {
    await using world = await startSafeWorld()
    const key = await world.addKey()
    const ask = async (body: object) => {
      const { json } = await world.call('POST', '/v1/risk/scores', { key, body, headers: LENIENT })
      return json.data.results.map(({ result }: { result: { riskScore: number } }) => result.riskScore)
    }
    const entities = [address, { entity: address, note: 1 }, { entity: contract }]
    const [first, second, third] = await ask({ entities })
    assert.ok(first < 40 && second === 40 && third < 40, `${[first, second, third]}`)
    assert.deepEqual(await ask({ entities: [address, contract], options: { zzz: 1 } }), [40, 40])
    // A name that looks like the path of another entity is of the whole.
    assert.deepEqual(await ask({ entities: [address, contract], 'entities[7].chain': 'bsc' }), [40, 40])
    // Of more unknown members than are named any may be of any entity.
    const junk = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, 1]))
    assert.deepEqual(
      await ask({
        entities: [
          { entity: address, ...junk },
          { entity: contract, chian: 'bsc' },
        ],
      }),
      [40, 40],
    )
  })

  test('a worse verdict stays, and the explanation says what was ignored', async () => {
    await using world = await startTestWorld()
    const body = { ...TRANSACTION, callData: '0x' }
    const { json } = await world.call('POST', SCAN, { key: await world.addKey(), body, headers: LENIENT })
    const { riskScore, recommendation, warnings, explanation } = json.data
    assert.deepEqual([riskScore, recommendation], [72, 'CAUTION'])
    assert.deepEqual(
      warnings.map(({ id, impact }: { id: string; impact: number }) => [id, impact]),
      [...RESULT.warnings.map(({ id, impact }) => [id, impact]), ['unknown-request-members', 0]],
    )
    assert.match(explanation.warnings.at(-1), /^Unknown request members ignored: .*: callData\. /)
  })

  test('handling=strict, or another preference, is no wish to ignore', async () => {
    await using world = await startTestWorld()
    for (const prefer of ['handling=strict', 'handling=strict, handling=lenient', 'lenient', 'return=minimal'])
      assert.equal(
        (
          await world.call('POST', SCAN, {
            key: await world.addKey(),
            body: { ...TRANSACTION, zzz: 1 },
            headers: { prefer },
          })
        ).status,
        400,
        prefer,
      )
  })
})

/** Whatever is asked, nothing speaks against it. */
async function startSafeWorld(): Promise<TestWorld> {
  const proceed = 'PROCEED' as const
  const world = await startTestWorld({
    scan: async () => ({ ...RESULT, ...safe, warnings: [], recommendation: proceed }),
    contract: async ({ chain }) => ({ ...CONTRACT_RESULT, ...safe, warnings: [], chain, recommendation: 'SAFE' }),
    url: async () => ({ ...URL_RESULT, ...safe, warnings: [], recommendation: proceed }),
    wallet: async ({ spelling, chain }) => ({
      ...WALLET_RESULT,
      address: spelling.spelled,
      chain,
      riskFactors: [],
      riskScore: 0,
      riskLevel: 'safe',
      weightedScore: 0,
    }),
  })
  const { sentTransaction } = world.ports.scans
  world.ports.scans.sentTransaction = async (...asked) => ({
    ...(await sentTransaction(...asked)),
    ...safe,
    warnings: [],
    recommendation: proceed,
  })
  world.ports.scans.message = async () => ({ ...MESSAGE_RESULT, ...safe, warnings: [], recommendation: proceed })
  world.ports.wallets.verify = async () => ({ ...VERIFY_RESULT, ...safe, warnings: [] })
  return world
}

type Factor = { id: string; impact: number }
type Judged = {
  riskScore: number
  riskLevel: string
  recommendation?: string
  warnings?: Factor[]
  riskFactors?: Factor[]
  factors?: Factor[]
}
type JudgedAnswer = Judged & {
  results?: { result: Judged }[]
  summary?: Judged
  riskBreakdown?: Record<string, { factors: Factor[] }>
  verified?: boolean
}

/** The verdict of any answer. */
function verdictOf(data: JudgedAnswer) {
  const one = data.results?.[0]?.result ?? data.summary ?? data
  const { riskBreakdown } = data
  const factors =
    one.warnings ??
    one.riskFactors ??
    one.factors ??
    Object.values(riskBreakdown ?? {}).flatMap((category) => category.factors)
  return {
    sum: riskBreakdown && factors.reduce((all, { impact }) => all + impact, 0),
    riskScore: one.riskScore,
    riskLevel: one.riskLevel,
    recommendation: one.recommendation,
    named: factors.some(({ id }) => id === 'unknown-request-members'),
    verified: data.verified,
  }
}
