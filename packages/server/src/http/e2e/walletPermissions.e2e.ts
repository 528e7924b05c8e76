import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { WALLET_PERMISSIONS_RESULT } from '../testing/testWalletPermissions.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const LEDGER = `/v1/wallet/permissions/${WALLET_PERMISSIONS_RESULT.address}`

describe('GET /v1/wallet/permissions/{address}', async () => {
  const assertConforms = await loadConformance()

  test('the whole result arrives in the envelope', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('GET', LEDGER, { key: await world.addKey() })
    assert.equal(status, 200)
    assert.deepEqual(json.data, WALLET_PERMISSIONS_RESULT)
    assertConforms('GET', '/v1/wallet/permissions/{address}', 200, json)
  })

  test('wallet:read and nothing else opens it', async () => {
    await using world = await startTestWorld()
    const reader = await world.addKey({ scopes: ['wallet:read'], plan: 'free' })
    assert.equal((await world.call('GET', LEDGER, { key: reader })).status, 200)
    const other = await world.addKey({ scopes: ['scan:read', 'risk:read', 'webhooks:write'] })
    assert.equal((await world.call('GET', LEDGER, { key: other })).status, 403)
  })

  test('a wrong member is named', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const [path, named] of [
      ['/v1/wallet/permissions/0x12', 'address'],
      [`${LEDGER}?limit=0`, 'limit'],
      [`${LEDGER}?risk=awful`, 'risk'],
      [`${LEDGER}?chain=nowhere`, 'chain'],
    ] as const) {
      const { json, status } = await world.call('GET', path, { key })
      assert.equal(status, 400, path)
      assert.match(JSON.stringify(json.error), new RegExp(named))
    }
  })
})
