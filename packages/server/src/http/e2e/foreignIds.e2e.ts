import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestWorld, type TestBrowser, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

/** What follows the id names a subject of the world and no possession of an account, or is a secret itself. */
const OPEN_PATHS = [
  '/v1/scan/transaction/{hash}',
  '/v1/scan/wallet/{address}',
  '/v1/wallet/verify/{address}',
  '/v1/wallet/approvals/{address}',
  '/v1/wallet/permissions/{address}',
  '/v1/wallet/rescue/{address}',
  '/v1/wallet/profile/{address}',
  '/v1/wallet/approvals/{address}/revoke',
  '/v1/risk/score/{entity}',
  '/v1/risk/report/{entity}',
  '/v1/shared/{token}',
  // For operators, who see all of it.
  '/v1/feedback/{feedbackId}',
]
/** Is unknown until an account asks, and is then of the account that asks. */
const OF_WHO_ASKS = ['get /v1/scans/{requestId}/progress']
/** Every account may have a policy for any address: this makes one of its own. */
const MAKES_ITS_OWN = ['put /v1/policies/{address}']
/** Lists of what is not there are empty. */
const EMPTY_LISTS = ['get /v1/policies/{address}/versions']
const WEBHOOK = { url: 'https://hooks.example/', events: ['approval.new'] }
const WALLET = TRANSACTION.from
const BODIES: Record<string, unknown> = {
  'patch /v1/webhooks/{id}': { events: ['approval.new'] },
  'put /v1/monitors/{id}': { address: WALLET },
  'post /v1/webhooks/{id}/replay': { since: '2026-11-21T00:00:00Z' },
  'patch /v1/members/{id}': { role: 'viewer' },
}

type Document = { paths: Record<string, Record<string, { operationId: string }>> }
const { paths }: Document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../openapi.json'), 'utf8'))

/** One possession of each kind, and the paths that lead to it. */
async function possessionsOf(world: TestWorld, browser: TestBrowser, accountId: string) {
  const made = async (path: string, body: unknown) => {
    const answer = await browser.call('POST', path, { body })
    assert.ok(answer.status < 300, `${path} ${answer.text}`)
    return answer.json
  }
  const { store } = world.storage
  const owner = { accountId, environment: 'live' as const }
  const webhook = (await made('/v1/webhooks', WEBHOOK)).data
  const delivery = (await made(`/v1/webhooks/${webhook.id}/test`, {})).data
  const event = (await browser.call('GET', '/v1/events')).json.data.events[0]
  const scan = (await made('/v1/scan/transaction', { ...TRANSACTION, options: { witness: true } })).meta.requestId
  await browser.call('PUT', `/v1/policies/${WALLET}`, { body: { blockAt: 'high' } })
  const held = await store.heldTransactions.hold(
    owner,
    {
      chain: 'ethereum',
      hash: `0x${'ab'.repeat(32)}`,
      transaction: {
        type: 2,
        chainId: 1,
        from: WALLET as never,
        to: null,
        nonce: 0,
        value: '0',
        data: '0x',
        gas: '21000',
        gasPrice: null,
        maxFeePerGas: '1',
        maxPriorityFeePerGas: '1',
      },
      raw: '0x02',
      guard: { at: 'high', asks: 'hold' } as never,
      sentBy: null,
      reason: { rule: 'policy', message: 'held', wallet: null, rules: [] },
      verdict: null,
      requestId: scan,
      status: 'held',
      now: world.clock.now,
      releaseAt: null,
      expiresAt: world.clock.now + 1_000_000,
    },
    { max: 10, maxByToken: 10, eventOf: null },
  )
  const ids: Record<string, string> = {
    '/v1/webhooks/{id}': webhook.id,
    '{deliveryId}': delivery.id,
    '/v1/monitors/{id}': (await made('/v1/monitors', { address: WALLET })).data.id,
    '/v1/policies/{address}': WALLET,
    '/reservations/{id}': 'res_1',
    '/v1/events/{id}': event.id,
    '/v1/scans/{requestId}': scan,
    '/v1/auth/keys/{keyId}': (await made('/v1/auth/keys', { name: 'k', scopes: ['admin'] })).data.id,
    '/v1/rpc-tokens/{id}': (await made('/v1/rpc-tokens', { name: 'a wallet' })).data.id,
    '/v1/held-transactions/{id}': held.id,
    '/v1/session/{id}': (await browser.call('GET', '/v1/session/list')).json.data.sessions[0].id,
    '/v1/members/me/passkeys/{id}': 'cGFzc2tleQ',
    '/v1/members/{id}': browser.memberId,
    '/v1/shares/{id}': (await made(`/v1/scans/${scan}/share`, {})).data.id,
  }
  /** The path with the ids in it; null where one is of none of those kinds. */
  const filled = (path: string): string | null => {
    let left = path
    for (const [place, id] of Object.entries(ids)) {
      const parameter = place.slice(place.indexOf('{'))
      left = left.replace(place, place.replace(parameter, encodeURIComponent(id)))
    }
    return left.includes('{') ? null : left
  }
  return { ids, filled }
}

test('ids of another account look like unknown ones, in every path that takes one, and nothing of it changes', async () => {
  await using world = await startTestWorld()
  const theirs = await world.signIn({ accountId: 'theirs' })
  const ours = await world.signIn({ accountId: 'ours' })
  const { ids, filled } = await possessionsOf(world, theirs, 'theirs')
  const attacked = Object.entries(paths)
    .filter(([path]) => path.includes('{') && !OPEN_PATHS.includes(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })))
    .filter(({ path, method }) => !MAKES_ITS_OWN.includes(`${method} ${path}`))
  assert.ok(attacked.length > 25)
  for (const { path, method } of attacked) {
    const name = `${method} ${path}`
    const target = filled(path)
    assert.ok(target !== null, `no possession for ${name}: add one`)
    const body = BODIES[name] ?? (method === 'post' ? {} : undefined)
    const answer = await ours.call(method.toUpperCase(), target, { body })
    if (OF_WHO_ASKS.includes(name)) assert.equal(answer.status, 200, `${name} ${answer.text}`)
    else if (EMPTY_LISTS.includes(name)) assert.deepEqual(answer.json.data.versions, [], name)
    else assert.equal(answer.status, 404, `${name} ${answer.text}`)
  }
  const still = [
    '/v1/webhooks/{id}',
    '/v1/monitors/{id}',
    '/v1/policies/{address}',
    '/v1/held-transactions/{id}',
    '/v1/scans/{requestId}/verdict',
  ]
  for (const path of still) assert.equal((await theirs.call('GET', filled(path) ?? '')).status, 200, path)
  assert.equal((await theirs.call('GET', '/v1/session')).status, 200)
  const secret = new RegExp([theirs.memberId, ...Object.values(ids)].filter((id) => id !== WALLET).join('|'))
  for (const path of ['audit', 'members', 'shares', 'usage', 'webhooks', 'monitors', 'events', 'scans', 'auth/keys'])
    assert.doesNotMatch((await ours.call('GET', `/v1/${path}`)).text, secret, path)
  for (const path of ['rpc-tokens', 'held-transactions', 'policies'])
    assert.doesNotMatch((await ours.call('GET', `/v1/${path}`)).text, secret, path)
})
