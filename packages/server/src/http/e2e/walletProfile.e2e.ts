import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import type { WalletProfileInput } from '../../usecases/scans/wallet/walletProfile.ts'
import type { ScanContext } from '../ports.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { WALLET_PROFILE_RESULT } from '../testing/testWalletProfile.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const ROUTE = '/v1/wallet/profile/{address}'
const OWNER = WALLET_PROFILE_RESULT.address
const path = (address: string, query = '') => `/v1/wallet/profile/${address}${query}`

/** Nothing but the state of the account itself was known. */
const NOTHING = {
  ...WALLET_PROFILE_RESULT,
  age: null,
  transactionCount: null,
  holdings: {
    totalValue: null,
    native: { symbol: 'ETH', balance: null, priceUsd: null, valueUsd: null, priceSource: null },
    tokens: [],
    nfts: [],
    complete: false,
    cut: [],
  },
  activity: { last24h: null, last7d: null, last30d: null, avgTransactionSize: null },
  security: { activeApprovals: null, unlimitedApprovals: null, riskyApprovals: null },
  activityLabels: [],
}

describe('GET /v1/wallet/profile/{address}', async () => {
  const assertConforms = await loadConformance()

  test('the whole profile arrives in the envelope, and so does one without any known fact', async () => {
    for (const result of [WALLET_PROFILE_RESULT, NOTHING]) {
      await using world = await startTestWorld({ profile: async () => result })
      const { json, status } = await world.call('GET', path(OWNER), { key: await world.addKey() })
      assert.equal(status, 200)
      assert.deepEqual(json.data, result)
      assert.deepEqual(Object.keys(json), ['success', 'data', 'meta'])
      assertConforms('GET', ROUTE, 200, json)
    }
  })

  test('the profile is told who asks and of what; the address goes in lower case, its spelling is kept', async () => {
    const asked: [WalletProfileInput, ScanContext][] = []
    await using world = await startTestWorld({
      profile: async (input, context) => {
        asked.push([input, context])
        return WALLET_PROFILE_RESULT
      },
    })
    const key = await world.addKey({ environment: 'test' })
    const headers = { prefer: 'handling=lenient' }
    const { json } = await world.call('GET', path(OWNER, '?chain=bsc&deadlineMs=500&depth=2'), { key, headers })
    await world.call('GET', path(OWNER), { key })
    assert.deepEqual(json.meta.ignored, ['depth'])
    const [[first, context], [second]] = asked as [(typeof asked)[0], (typeof asked)[0]]
    assert.deepEqual([first.chain, first.deadlineMs, first.address], ['bsc', 500, OWNER.toLowerCase()])
    assert.equal(first.spelling.spelled, OWNER)
    assert.deepEqual([second.chain, second.deadlineMs], ['ethereum', 10_000])
    assert.deepEqual([context.environment, context.signal.aborted], ['test', false])
  })

  test('an invalid request is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [string, RegExp][] = [
      [path(OWNER.slice(0, 41)), /^path\.address: expected 0x followed by 40 hex digits$/],
      [path(`${OWNER}0`), /^path\.address: expected 0x/],
      [path(`0x${'g'.repeat(40)}`), /^path\.address: expected 0x/],
      [path('vitalik.eth'), /^path\.address: expected 0x/],
      [path(OWNER, '?chain=solana'), /^query\.chain: expected one of ethereum, bsc, polygon(, \w+)*$/],
      [path(OWNER, '?deadlineMs=100'), /^query\.deadlineMs: expected an integer from 200 to 30000$/],
    ]
    for (const [asked, message] of cases) {
      const { json, status } = await world.call('GET', asked, { key })
      assert.deepEqual([status, json.error?.code], [400, 'VALIDATION_ERROR'], asked)
      assert.match(json.error.message, message)
    }
  })

  test('it needs wallet:read, and GET', async () => {
    await using world = await startTestWorld()
    const other = await world.addKey({ scopes: ['scan:read', 'risk:read'] })
    assert.equal((await world.call('GET', path(OWNER), { key: other })).json.error.code, 'INSUFFICIENT_SCOPE')
    const key = await world.addKey({ scopes: ['wallet:read'], plan: 'free' })
    assert.equal((await world.call('GET', path(OWNER), { key })).status, 200)
    assert.equal((await world.call('POST', path(OWNER), { key, body: {} })).json.error.code, 'METHOD_NOT_ALLOWED')
    assert.equal((await world.call('GET', path(OWNER))).json.error.code, 'INVALID_API_KEY')
  })

  test('a network that does not answer is said as the contract says it', async () => {
    const error = new NetworkUnavailable('bsc', 7)
    await using world = await startTestWorld({ profile: () => Promise.reject(error) })
    const { json, status } = await world.call('GET', path(OWNER), { key: await world.addKey() })
    assert.deepEqual([status, json.error.code], [503, 'UPSTREAM_UNAVAILABLE'])
    assertConforms('GET', ROUTE, 503, json)
  })
})
