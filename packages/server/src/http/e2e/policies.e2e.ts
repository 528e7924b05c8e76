import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const PATH = `/v1/policies/${WALLET}`
const LIMIT = { dailySpendingLimit: { usd: 100 }, timeDelay: { thresholdUsd: 50, seconds: 600 } }

describe('policies', async () => {
  const assertConforms = await loadConformance()

  async function start() {
    const world = await startTestWorld()
    const key = await world.addKey()
    const call = async (method: string, path: string, body?: object, status = 200) => {
      const answer = await world.call(method, path, { key, body })
      assert.equal(answer.status, status, answer.text)
      assertConforms(method, path.split('?')[0] ?? path, status, answer.json)
      return answer.json.data
    }
    return { world, call, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
  }

  test('a policy is created, read, listed and deleted', async () => {
    await using at = await start()
    const made = await at.call('PUT', PATH.toLowerCase().replace('/0x', '/0x'), LIMIT)
    assert.deepEqual([made.address, made.version, made.dailySpendingLimit.usd], [WALLET, 1, 100])
    assert.deepEqual(made.signing.messages, [])
    assert.equal(made.change.newlyAllowed, null)
    const read = await at.call('GET', PATH)
    assert.deepEqual(read.usage, { dayUsd: '0', rolling24hUsd: '0' })
    assert.equal((await at.call('PUT', PATH, read)).version, 1, 'what GET answers changes nothing')
    assert.equal((await at.call('GET', '/v1/policies')).policies.length, 1)
    const gone = await at.call('DELETE', PATH)
    assert.equal(Date.parse(gone.effectiveAt) - at.world.clock.now, 600_000)
    await at.call('GET', PATH, undefined, 404)
    await at.call('DELETE', PATH, undefined, 404)
  })

  test('tightening counts at once, loosening waits and shows what it allows', async () => {
    await using at = await start()
    await at.call('PUT', PATH, LIMIT)
    assert.deepEqual((await at.call('PUT', PATH, { ...LIMIT, dailySpendingLimit: { usd: 50 } })).alsoInForce, [])
    const loose = await at.call('PUT', PATH, { ...LIMIT, dailySpendingLimit: { usd: 75 } })
    assert.deepEqual(
      loose.alsoInForce.map(({ version }: { version: number }) => version),
      [2],
    )
    const { newlyAllowed, effectiveAt } = loose.change
    assert.equal(newlyAllowed.rule, 'dailySpendingLimit')
    assert.deepEqual([newlyAllowed.before.outcome, newlyAllowed.after.outcome], ['refuse', 'allow'])
    assert.equal(Date.parse(effectiveAt) - at.world.clock.now, 600_000)
    at.world.clock.now += 600_000
    assert.deepEqual((await at.call('GET', PATH)).alsoInForce, [])
    const { versions } = await at.call('GET', `${PATH}/versions`)
    assert.deepEqual(
      versions.map(({ version, action, changed }: { version: number; action: string; changed: string[] }) => [
        version,
        action,
        changed,
      ]),
      [
        [3, 'changed', ['dailySpendingLimit']],
        [2, 'changed', ['dailySpendingLimit']],
        [1, 'created', versions[2].changed],
      ],
    )
    assert.equal(versions[0].actor.name, 'a test')
  })

  test('a body that means nothing is refused', async () => {
    await using at = await start()
    for (const body of [
      { hours: { from: '08:00', to: '08:00' } },
      { hours: { from: '24:00', to: '08:00' } },
      { dailySpendingLimit: { usd: -1 } },
      { whitelistMode: { contracts: [{ address: WALLET }, { address: WALLET.toLowerCase() }] } },
      { assetLimits: [{ chain: 'ethereum', asset: null, perRequest: String(2n ** 256n) }] },
      { dailyLimit: { usd: 1 } },
    ])
      await at.call('PUT', PATH, body, 400)
  })

  test('it is its account’s and environment’s alone, and of admin keys', async () => {
    await using at = await start()
    await at.call('PUT', PATH, LIMIT)
    const others = [await at.world.addKey({ accountId: 'other' }), await at.world.addKey({ environment: 'test' })]
    for (const key of others) assert.equal((await at.world.call('GET', PATH, { key })).status, 404)
    const key = await at.world.addKey({ scopes: ['scan:read', 'webhooks:write'] })
    assert.equal((await at.world.call('GET', PATH, { key })).status, 403)
  })

  test('templates can be put as they are', async () => {
    await using at = await start()
    const { templates } = await at.call('GET', '/v1/policies/templates')
    for (const { rules } of templates) await at.call('PUT', PATH, rules)
  })
})
