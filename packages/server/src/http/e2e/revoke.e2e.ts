import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RevokeInput, RevokeResult } from '../../usecases/approvals/revokeApprovals.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { REVOKE_RESULT } from '../testing/testRevoke.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const PATH = `/v1/wallet/approvals/${ADDRESS}/revoke`
const TEMPLATE = '/v1/wallet/approvals/{address}/revoke'

describe('POST /v1/wallet/approvals/{address}/revoke', async () => {
  const assertConforms = await loadConformance()

  test('the whole result arrives and conforms: calls, a proposal, nothing', async () => {
    const proposal: RevokeResult['batch'] = {
      kind: 'safe',
      safe: ADDRESS,
      to: ADDRESS,
      data: '0x',
      value: '0x0',
      operation: 1,
      nonce: '4',
      simulation: { gasUsed: '90000' },
      verified: true,
    }
    const results: RevokeResult[] = [
      REVOKE_RESULT,
      { ...REVOKE_RESULT, accountType: 'safe' as const, batch: proposal },
      { ...REVOKE_RESULT, transactions: [], batch: null, skipped: [] },
    ]
    for (const result of results) {
      await using world = await startTestWorld()
      world.ports.wallets.revoke = async () => result
      const { json, status } = await world.call('POST', PATH, {
        key: await world.addKey({ scopes: ['wallet:read'] }),
        body: {},
      })
      assert.equal(status, 200)
      assert.deepEqual(json.data, result)
      assertConforms('POST', TEMPLATE, 200, json)
    }
  })

  test('needs the scope wallet:read, on any plan', async () => {
    await using world = await startTestWorld()
    const call = async (key: string) => (await world.call('POST', PATH, { key, body: {} })).status
    assert.equal(await call(await world.addKey({ scopes: ['scan:read', 'risk:read', 'webhooks:write'] })), 403)
    assert.equal(await call(await world.addKey({ scopes: ['wallet:read'], plan: 'free' })), 200)
  })

  test('is told what is asked; entries of the list of approvals are taken as they are, unknown members are named', async () => {
    const asked: RevokeInput[] = []
    await using world = await startTestWorld()
    world.ports.wallets.revoke = async (input) => {
      asked.push(input)
      return REVOKE_RESULT
    }
    const entry = {
      standard: 'erc20',
      token: ADDRESS,
      spender: ADDRESS,
      tokenId: null,
      allowance: 'unlimited',
      colour: 'red',
    }
    const body = { approvals: [entry], options: { invalidateNonces: true, deadlineMs: 400 } }
    const { json } = await world.call('POST', `${PATH}?chain=bsc`, {
      key: await world.addKey({ scopes: ['wallet:read'] }),
      body,
      headers: { prefer: 'handling=lenient' },
    })
    assert.deepEqual(json.meta.ignored, ['approvals[0].colour'])
    const [{ chain, invalidateNonces, deadlineMs, permissions } = assert.fail('not asked')] = asked
    assert.deepEqual([chain, invalidateNonces, deadlineMs, permissions?.length], ['bsc', true, 400, 1])
  })
})
