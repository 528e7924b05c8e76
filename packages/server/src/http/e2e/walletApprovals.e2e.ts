import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WalletApprovalsInput } from '../../usecases/approvals/walletApprovals.ts'
import type { HttpPorts, ScanContext } from '../ports.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { WALLET_APPROVALS_RESULT } from '../testing/testWalletApprovals.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const { address } = WALLET_APPROVALS_RESULT
const LIST = `/v1/wallet/approvals/${address}`
const ROUTE = '/v1/wallet/approvals/{address}'

/** A world whose list is answered by `approvals`. */
async function startWith(approvals: HttpPorts['wallets']['approvals']) {
  const world = await startTestWorld()
  world.ports.wallets.approvals = approvals
  return world
}

describe('GET /v1/wallet/approvals/{address}', async () => {
  const assertConforms = await loadConformance()

  test('the whole result arrives in the envelope', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('GET', LIST, { key: await world.addKey() })
    assert.equal(status, 200)
    assert.deepEqual(json.data, WALLET_APPROVALS_RESULT)
    assertConforms('GET', ROUTE, 200, json)
  })

  test('without a query it is Ethereum, a hundred at most, from the beginning', async () => {
    const asked: [WalletApprovalsInput, ScanContext][] = []
    await using world = await startWith(async (...one) => {
      asked.push(one)
      return WALLET_APPROVALS_RESULT
    })
    await world.call('GET', LIST, { key: await world.addKey({ environment: 'test' }) })
    const [input, context] = asked[0] ?? assert.fail('not asked')
    assert.deepEqual(input, {
      chain: 'ethereum',
      address: address.toLowerCase(),
      limit: 100,
      cursor: null,
      risk: null,
      deadlineMs: 10_000,
      spelling: { member: 'address', spelled: address, checksummed: address, checksumFailed: false },
    })
    assert.equal(context.environment, 'test')
    await world.call('GET', `${LIST}?chain=bsc&limit=7&cursor=abc&risk=high,critical,high&deadlineMs=500`, {
      key: await world.addKey(),
    })
    const { chain, limit, cursor, risk, deadlineMs } = asked[1]?.[0] ?? assert.fail('not asked')
    assert.deepEqual([chain, limit, cursor, risk, deadlineMs], ['bsc', 7, 'abc', ['high', 'critical'], 500])
  })

  test('wallet:read and nothing else opens it, on every plan', async () => {
    await using world = await startTestWorld()
    const free = await world.addKey({ scopes: ['wallet:read'], plan: 'free' })
    assert.equal((await world.call('GET', LIST, { key: free })).status, 200)
    const other = await world.addKey({ scopes: ['scan:read', 'risk:read', 'webhooks:write'] })
    const { status, json } = await world.call('GET', LIST, { key: other })
    assert.deepEqual([status, json.error.code], [403, 'INSUFFICIENT_SCOPE'])
    assert.equal((await world.call('GET', LIST)).status, 401)
  })

  for (const [title, path, names] of [
    ['41 characters', LIST.slice(0, -1), 'path.address'],
    ['not hexadecimal', `${LIST.slice(0, -1)}g`, 'path.address'],
    ['an unknown network', `${LIST}?chain=solana`, 'query.chain'],
    ['a page of none', `${LIST}?limit=0`, 'query.limit'],
    ['a page of too many', `${LIST}?limit=1001`, 'query.limit'],
    ['an unknown level', `${LIST}?risk=critical,terrible`, 'query.risk'],
    ['a cursor that is none', `${LIST}?cursor=%20`, 'query.cursor'],
    ['a deadline too short', `${LIST}?deadlineMs=1`, 'query.deadlineMs'],
  ] as const)
    test(`${title}: 400 that names ${names}`, async () => {
      await using world = await startTestWorld()
      const { status, json } = await world.call('GET', path, { key: await world.addKey() })
      assert.equal(status, 400)
      assert.equal(json.error.code, 'VALIDATION_ERROR')
      assert.ok(json.error.message.startsWith(names), json.error.message)
      assertConforms('GET', ROUTE, 400, json)
    })
})
