import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RescueInput } from '../../usecases/rescue/rescueWallet.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { RESCUE_RESULT } from '../testing/testRescue.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const { address, safe, sponsor } = RESCUE_RESULT
const RESCUE = `/v1/wallet/rescue/${address}`

describe('POST /v1/wallet/rescue/{address}', async () => {
  const assertConforms = await loadConformance()

  test('the whole result arrives in the envelope', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('POST', RESCUE, { key: await world.addKey(), body: { safe, sponsor } })
    assert.equal(status, 200)
    assert.deepEqual(json.data, RESCUE_RESULT)
    assertConforms('POST', '/v1/wallet/rescue/{address}', 200, json)
  })

  test('every member of the request arrives', async () => {
    await using world = await startTestWorld()
    const asked: RescueInput[] = []
    world.ports.wallets.rescue = async (input) => {
      asked.push(input)
      return RESCUE_RESULT
    }
    const options = { includeSpam: true, deadlineMs: 500 }
    await world.call('POST', RESCUE, { key: await world.addKey(), body: { safe, sponsor, chain: 'bsc', options } })
    const { spelling, ...input } = asked[0] ?? assert.fail('not asked')
    const lower = (text: string) => text.toLowerCase()
    assert.deepEqual(input, {
      chain: 'bsc',
      address: lower(address),
      safe: lower(safe),
      sponsor: lower(sponsor),
      includeSpam: true,
      deadlineMs: 500,
    })
    assert.equal(spelling.spelled, address)
  })

  test('wallet:read and nothing else opens it', async () => {
    await using world = await startTestWorld()
    const body = { safe, sponsor }
    const reader = await world.addKey({ scopes: ['wallet:read'], plan: 'free' })
    assert.equal((await world.call('POST', RESCUE, { key: reader, body })).status, 200)
    const other = await world.addKey({ scopes: ['scan:read', 'risk:read'] })
    assert.equal((await world.call('POST', RESCUE, { key: other, body })).status, 403)
  })
})
