import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WalletScanInput } from '../../usecases/scans/wallet/scanWallet.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { CONTRACT_RESULT } from '../testing/testContract.ts'
import { NAMED } from '../testing/testRisk.ts'
import { URL_RESULT } from '../testing/testUrl.ts'
import { WALLET_RESULT } from '../testing/testWallet.ts'
import { startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCORE = '/v1/risk/score'
const REPORT = '/v1/risk/report'
const HASH = `0x${'ab'.repeat(32)}`
const WALLET = TRANSACTION.from
const CONTRACT = CONTRACT_RESULT.address

describe('GET /v1/risk/score/{entity}', async () => {
  const assertConforms = await loadConformance()

  const ENTITIES = {
    'a wallet': [WALLET, 'wallet', WALLET_RESULT],
    'a contract': [CONTRACT, 'contract', CONTRACT_RESULT],
    'a URL': [encodeURIComponent('https://app.evil.example/claim?ref=1'), 'url', URL_RESULT],
    'a hash': [HASH, 'transaction', null],
    'a name': ['Trader.eth', 'wallet', WALLET_RESULT],
  } as const
  for (const [what, [entity, entityType, scanned]] of Object.entries(ENTITIES))
    test(`${what}: the score of its scan, in the contract’s shape`, async () => {
      await using world = await startTestWorld()
      const { json, status, headers } = await world.call('GET', `${SCORE}/${entity}`, { key: await world.addKey() })
      assert.equal(status, 200, JSON.stringify(json))
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.deepEqual(Object.keys(json), ['success', 'data', 'meta'])
      const documented = ['entity', 'entityType', 'riskScore', 'riskLevel', 'confidence', 'lastUpdated', 'factors']
      assert.deepEqual(Object.keys(json.data).slice(0, documented.length), documented)
      assert.equal(json.data.entity, decodeURIComponent(entity))
      assert.equal(json.data.entityType, entityType)
      assert.match(json.data.lastUpdated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      if (scanned !== null)
        assert.deepEqual([json.data.riskScore, json.data.riskLevel], [scanned.riskScore, scanned.riskLevel])
      assertConforms('GET', `${SCORE}/x`, 200, json)
    })

  test('a name is its address, also in the history', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { json } = await world.call('GET', `${SCORE}/trader.eth`, { key })
    assert.equal(json.data.canonical.toLowerCase(), NAMED)
    assert.equal(world.storage.points[0]?.entity, json.data.canonical)
    const unusedAccount = await world.call('GET', `${SCORE}/nobody.eth`, { key })
    assert.deepEqual([unusedAccount.status, unusedAccount.json.error.code], [404, 'NOT_FOUND'])
  })

  test('an unknown hash is not found', async () => {
    await using world = await startTestWorld()
    const { status, json } = await world.call('GET', `${SCORE}/0x${'0'.repeat(64)}`, { key: await world.addKey() })
    assert.deepEqual([status, json.error.code], [404, 'NOT_FOUND'])
  })

  test('a raw URL keeps the members of its query that are not ours', async () => {
    const asked: string[] = []
    await using world = await startTestWorld({
      url: async ({ url, chain, fresh }) => {
        asked.push(`${url} ${chain} ${fresh}`)
        return URL_RESULT
      },
    })
    const key = await world.addKey()
    const raw = `https://app.evil.example/a%20b?x=1&chain=bsc&fresh=true&y=%2F&api_key=${key}&format=z`
    const { json } = await world.call('GET', `${SCORE}/${raw}`)
    assert.equal(json.data.entity, 'https://app.evil.example/a%20b?x=1&y=%2F&format=z')
    assert.deepEqual(asked, ['https://app.evil.example/a%20b?x=1&y=%2F&format=z bsc true'])
    assert.equal(json.meta.ignored, undefined)
    const path = `${SCORE}/${encodeURIComponent('https://a.example/?x=1')}?x=2`
    assert.match(
      (await world.call('GET', path, { key })).json.error.message,
      /^query\.x: unknown member; known here: chain/,
    )
    const encoded = await world.call('GET', path, { key, headers: { prefer: 'handling=lenient' } })
    assert.equal(encoded.json.data.entity, 'https://a.example/?x=1')
    assert.deepEqual(encoded.json.meta.ignored, ['x'])
  })

  test('the scan is told what the caller asks', async () => {
    const asked: Partial<WalletScanInput>[] = []
    await using world = await startTestWorld({
      wallet: async (input) => {
        asked.push(input)
        return { ...WALLET_RESULT, address: input.spelling.spelled, chain: input.chain }
      },
    })
    const path = `${SCORE}/${WALLET.toUpperCase()}?chain=polygon&deadlineMs=500&type=address`
    const { json } = await world.call('GET', path, { key: await world.addKey() })
    const [{ chain, address, deadlineMs } = {}] = asked
    assert.deepEqual([chain, address, deadlineMs], ['polygon', WALLET.toLowerCase(), 500])
    assert.deepEqual([json.data.chain, json.data.entity], ['polygon', WALLET.toUpperCase()])
  })

  test('an invalid entity, or one of another type than requested, is refused with the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [string, RegExp][] = [
      ['', /^path\.entity: expected an address, an http or https URL, a transaction hash or an ENS name$/],
      ['0x12', /^path\.entity: expected 0x followed by 40 hex digits/],
      ['ftp%3A%2F%2Fa.example', /^path\.entity: expected an http or https URL$/],
      ['javascript:alert(1)', /^path\.entity: expected/],
      [`${WALLET}?type=url`, /^path\.entity: this is an address, not a URL; leave "type" out or correct it$/],
      [`${HASH}?type=address`, /^path\.entity: this is a transaction hash, not an address/],
      [`${WALLET}?type=wallet`, /^query\.type: expected one of address, url, transaction$/],
      [`${WALLET}?chain=solana`, /^query\.chain: expected one of ethereum, bsc, polygon(, \w+)*$/],
      [`${WALLET}?deadlineMs=10`, /^query\.deadlineMs: expected an integer from 200 to 30000$/],
      [`https://a.example/${'a'.repeat(2_048)}`, /^path\.entity: expected a URL of at most 2048 characters$/],
      ['%zz', /^path: expected valid percent-encoding$/],
    ]
    for (const [entity, message] of cases) {
      const { json, status } = await world.call('GET', `${SCORE}/${entity}`, { key })
      assert.equal(status, 400, entity)
      assert.match(json.error.message, message)
    }
  })

  test('an answer is given again for a minute, then once more while a new one is made; fresh forces', async () => {
    let scans = 0
    await using world = await startTestWorld({
      wallet: async (input) => ({ ...WALLET_RESULT, address: input.spelling.spelled, riskScore: scans++ }),
    })
    const key = await world.addKey()
    const ask = async (query = '') => {
      const { json } = await world.call('GET', `${SCORE}/${WALLET}${query}`, { key })
      return [json.data.riskScore, json.data.age]
    }
    assert.deepEqual(await ask(), [0, 0])
    world.clock.now += 59_999
    assert.deepEqual(await ask(), [0, 59])
    world.clock.now += 1
    assert.deepEqual(await ask(), [0, 60])
    assert.deepEqual(await ask(), [1, 0])
    assert.deepEqual(await ask('?fresh=true'), [2, 0])
    assert.deepEqual(await ask(), [2, 0])
  })

  test('answers are private to the account, the environment and the network', async () => {
    let scans = 0
    await using world = await startTestWorld({
      wallet: async (input) => ({ ...WALLET_RESULT, address: input.spelling.spelled, riskScore: scans++ }),
    })
    const ask = async (key: string, query = '') =>
      (await world.call('GET', `${SCORE}/${WALLET}${query}`, { key })).json.data.riskScore
    assert.equal(await ask(await world.addKey()), 0)
    assert.equal(await ask(await world.addKey({ accountId: 'account-2' })), 1)
    assert.equal(await ask(await world.addKey({ environment: 'test' })), 2)
    assert.equal(await ask(await world.addKey(), '?chain=bsc'), 3)
    assert.equal(await ask(await world.addKey()), 0)
  })

  test('it needs risk:read, and GET', async () => {
    await using world = await startTestWorld()
    for (const path of [`${SCORE}/${WALLET}`, `${REPORT}/${WALLET}`]) {
      const key = await world.addKey({ scopes: ['scan:read', 'wallet:read'] })
      assert.equal((await world.call('GET', path, { key })).json.error.code, 'INSUFFICIENT_SCOPE')
      assert.equal((await world.call('POST', path, { key })).json.error.code, 'METHOD_NOT_ALLOWED')
      assert.equal((await world.call('GET', path)).json.error.code, 'INVALID_API_KEY')
    }
  })
})

describe('GET /v1/risk/report/{entity}', async () => {
  const assertConforms = await loadConformance()

  for (const entity of [WALLET, CONTRACT, 'https://app.evil.example/claim', 'trader.eth'])
    test(`${entity}: factors that sum to the score, in the contract’s shape`, async () => {
      await using world = await startTestWorld()
      const { json, status } = await world.call('GET', `${REPORT}/${entity}`, { key: await world.addKey() })
      assert.equal(status, 200, JSON.stringify(json))
      assertConforms('GET', `${REPORT}/x`, 200, json)
      const { summary, riskBreakdown } = json.data
      const categories = Object.values(riskBreakdown) as { weight: number; factors: { impact: number }[] }[]
      const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
      assert.equal(sum(categories.flatMap(({ factors }) => factors.map(({ impact }) => impact))), summary.riskScore)
      assert.equal(sum(categories.map(({ weight }) => weight)), 100)
    })

  test('the report and the score rest on one scan', async () => {
    let scans = 0
    await using world = await startTestWorld({
      wallet: async (input) => ({ ...WALLET_RESULT, address: input.spelling.spelled, riskScore: scans++ }),
    })
    const key = await world.addKey()
    await world.call('GET', `${SCORE}/${WALLET}`, { key })
    const { json } = await world.call('GET', `${REPORT}/${WALLET}`, { key })
    assert.deepEqual([json.data.summary.riskScore, scans], [0, 1])
  })

  test('the history is that of every scan, by day, each with its ruleset', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { key: caller } = await world.storage.addKey()
    const old = { entity: WALLET, entityType: 'wallet', chain: 'ethereum', complete: true, failedSources: 0 } as const
    const rest = { environment: 'live', accountId: caller.accountId, confidence: 1, riskLevel: 'safe' } as const
    const day = 86_400_000
    for (const point of [
      { ...old, ...rest, riskScore: 5, rulesetVersion: 'older', at: world.clock.now - 2 * day },
      { ...old, ...rest, riskScore: 7, rulesetVersion: WALLET_RESULT.rulesetVersion, at: world.clock.now - day },
      { ...old, ...rest, riskScore: 9, rulesetVersion: 'x', at: world.clock.now - day, accountId: 'another' },
    ] as const)
      await world.storage.scores.put(point)
    await world.call('GET', `/v1/scan/wallet/${WALLET}`, { key })
    const { json } = await world.call('GET', `${REPORT}/${WALLET}`, { key })
    const { riskScore: score, riskLevel, rulesetVersion } = WALLET_RESULT
    assert.deepEqual(json.data.history, [
      { date: '2026-11-19', score: 5, riskLevel: 'safe', rulesetVersion: 'older' },
      { date: '2026-11-20', score: 7, riskLevel: 'safe', rulesetVersion },
      { date: '2026-11-21', score, riskLevel, rulesetVersion },
    ])
  })

  test('a transaction has none', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('GET', `${REPORT}/${HASH}`, { key: await world.addKey() })
    assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR'])
    assert.match(json.error.message, /^path\.entity: a transaction has no report; ask for its score/)
  })

  test('format=pdf is a file named after the entity', async () => {
    await using world = await startTestWorld({
      url: async ({ url }) => ({ ...URL_RESULT, requestedUrl: url.replace('user:secretpw@', '') }),
    })
    const typed = encodeURIComponent('https://user:secretpw@app.evil.example/"claim"\r\n')
    const path = `${REPORT}/${typed}?format=pdf`
    const { headers, status, text } = await world.call('GET', path, { key: await world.addKey() })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.equal(headers.get('content-disposition'), 'attachment; filename="risk-report-app.evil.example-claim.pdf"')
    assert.match(text, /^%PDF-/)
    assert.equal(text.includes('secretpw'), false)
  })
})

describe('scores by day', () => {
  test('every scan of a lasting entity is a point; a scan with parts left out on request is none', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await world.call('GET', `/v1/scan/wallet/${WALLET}`, { key })
    await world.call('POST', '/v1/scan/contract', { key, body: { address: CONTRACT, chain: 'bsc' } })
    await world.call('POST', '/v1/scan/url', { key, body: { url: 'https://app.evil.example/claim' } })
    await world.call('GET', `/v1/scan/transaction/${HASH}`, { key })
    await world.call('POST', '/v1/scan/transaction', { key, body: TRANSACTION })
    const options = { simulateTrade: false }
    await world.call('POST', '/v1/scan/contract', { key, body: { address: CONTRACT, chain: 'bsc', options } })
    await world.call('GET', `/v1/scan/transaction/${HASH}?simulate=false`, { key })
    assert.deepEqual(
      world.storage.points.map(({ entityType, entity, chain }) => [entityType, entity, chain]),
      [
        ['wallet', WALLET, 'ethereum'],
        ['contract', CONTRACT, 'bsc'],
        ['url', URL_RESULT.requestedUrl, null],
        ['transaction', HASH, 'ethereum'],
      ],
    )
  })

  test('its time is when the scan began, and it says how many sources failed', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { wallet } = world.ports.scans
    const began = world.clock.now
    world.ports.scans.wallet = async (...asked) => {
      world.clock.now += 4_000
      return { ...(await wallet(...asked)), unavailable: ['logs', 'rpc'] }
    }
    await world.call('GET', `/v1/scan/wallet/${WALLET}`, { key })
    assert.deepEqual(
      world.storage.points.map(({ at, failedSources }) => [at, failedSources]),
      [[began, 2]],
    )
  })

  test('an account without code is no contract, and how a question was written is in no history', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { contract, wallet } = world.ports.scans
    world.ports.scans.contract = async (...asked) => {
      const result = await contract(...asked)
      return { ...result, contractDetails: { ...result.contractDetails, kind: 'eoa' } }
    }
    await world.call('POST', '/v1/scan/contract', { key, body: { address: CONTRACT, chain: 'bsc' } })
    const id = 'wallet-checksum-mismatch'
    world.ports.scans.wallet = async (...asked) => ({
      ...(await wallet(...asked)),
      riskFactors: [{ id, severity: 'high', title: id, description: id, impact: 65, evidence: {} }],
    })
    await world.call('GET', `/v1/scan/wallet/${WALLET}`, { key })
    await world.call('GET', `/v1/risk/score/${WALLET}`, { key })
    assert.deepEqual(world.storage.points, [])
  })

  test('a score that cannot be kept is logged and counted; the answer is not lost', async () => {
    await using world = await startTestWorld()
    world.storage.scores.put = () => Promise.reject(new Error('disk full'))
    world.ports.entityScores.put = world.storage.scores.put
    const { status, json } = await world.call('GET', `/v1/scan/wallet/${WALLET}`, { key: await world.addKey() })
    assert.deepEqual([status, json.success], [200, true])
    assert.match(world.log.join(''), /score of the day lost/)
  })
})
