import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import pg from 'pg'
import { getContractAddress } from 'viem/utils'
import { SCOPES } from '../../domain/apiKey.ts'
import { startTestChain } from '../../evm/simulation/testing/testChain.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { initCode } from '../../sandbox/nodeRpc.ts'
import { openStore } from '../../store/openStore.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'
import { ask, loadScans, type ServeNode, startServeNode, until } from '../../testing/serveNodes.ts'

const SECRET = '5e'.repeat(32)
const WALLET: Address = `0x${'5e'.repeat(20)}`
const BODY = { from: WALLET, to: WALLET, value: '1' }

const schema = await postgresSchema()

// Two machines on one database, each a supervisor with two workers; one is lost as by a power cut.
describe('a whole node that is lost', { skip: schema === null && 'no PostgreSQL server' }, () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>
  let lost: ServeNode
  let other: ServeNode
  let token = ''
  const contract = getContractAddress({ from: WALLET, nonce: 0n })

  before(async () => {
    // Of now: blocks that are hours old are passed over.
    chain = await startTestChain({ timestamp: Math.floor(Date.now() / 1_000) })
    await chain.place({ [WALLET]: { balance: 10n ** 20n } })
    await send({ data: initCode('PlainToken', ['Dollar', 'USD', 18, 10n ** 24n, WALLET]) })
    const store = await openStore(schema?.url ?? '', SECRET)
    try {
      await store.migrate()
      const { id: accountId } = await store.accounts.create({ name: 'w', plan: 'enterprise' })
      token = (await store.keys.create({ accountId, name: 'k', scopes: [...SCOPES], environment: 'live' })).token
    } finally {
      await store.close()
    }
    const env = {
      DATABASE_URL: schema?.url ?? '',
      REDOUBT_SECRET: SECRET,
      ETHEREUM_RPC_URLS: chain.url,
      LOG_LEVEL: 'error',
    }
    lost = await startServeNode(['--workers', '2'], env, true)
    const monitored = await ask(lost.url, 'POST', '/v1/monitors', {
      key: token,
      body: { address: WALLET, chain: 'ethereum' },
    })
    assert.equal(monitored.status, 201, monitored.text)
    // It is alone, so that it leads.
    await until(() => isLeading(lost), 60_000)
    other = await startServeNode(['--workers', '2'], env)
  })
  after(async () => {
    await lost?.kill()
    await other?.stop()
    await chain?.close()
    await schema?.drop()
  })

  /** Mined, with the block that confirms it. */
  async function send(transaction: { to?: Address; data: Hex }): Promise<Hex> {
    const hash = await chain.rpc('eth_sendTransaction', [{ from: WALLET, gas: '0x2dc6c0', ...transaction }])
    for (const _ of [1, 2, 3]) await chain.rpc('evm_mine')
    return hash as Hex
  }
  let spenders = 0
  const approveNext = () =>
    send({ to: contract, data: approve(`0x${(0xabc000 + ++spenders).toString(16).padStart(40, '0')}`, 5n) })
  const isLeading = async ({ url }: ServeNode) =>
    /^redoubt_watch_leading\{.*\} 1$/m.test((await ask(url, 'GET', '/metrics')).text)
  /** Transactions of the approvals that were told, in order, as the other node lists them. */
  const told = async (node: ServeNode) => {
    const { text } = await ask(node.url, 'GET', '/v1/events?type=approval.new&limit=100', { key: token })
    const { events } = (JSON.parse(text) as { data: { events: { data: { transactionHash: Hex } }[] } }).data
    return events.map(({ data }) => data.transactionHash)
  }
  /** How often each scan is kept. */
  const kept = async () => {
    const client = new pg.Client({ connectionString: schema?.url })
    await client.connect()
    try {
      const { rows } = await client.query(
        'select request_id, count(*)::int as times from scan_records group by request_id',
      )
      return new Map(
        (rows as { request_id: string; times: number }[]).map(({ request_id, times }) => [request_id, times]),
      )
    } finally {
      await client.end()
    }
  }

  test('nothing that was acknowledged is lost or doubled, and watching goes on', async () => {
    assert.equal(await isLeading(other), false)
    const [onLost, onOther] = [loadScans(lost.url, token, BODY, 'lost'), loadScans(other.url, token, BODY, 'other')]
    await until(async () => onLost.acknowledged.length > 20 && onOther.acknowledged.length > 20, 60_000)
    const hashes = [await approveNext()]
    await until(async () => (await told(other)).length === 1, 60_000)
    const pids = lost.workers()
    assert.equal(pids.length, 2)

    await lost.kill()
    for (const pid of pids) await until(async () => !isRunning(pid))
    hashes.push(await approveNext())
    const atDeath = onOther.acknowledged.length
    await until(async () => onOther.acknowledged.length > atDeath + 20, 60_000)
    await Promise.all([onLost.stop(), onOther.stop()])
    // A busy machine lets some of them wait for later; nothing else fails.
    assert.deepEqual(
      onOther.failed.filter((answer) => !/^503 .*OVERLOADED/.test(answer)),
      [],
      'requests of the other node go on',
    )
    assert.ok(onLost.failed.length > 0, 'the node was lost under load')

    const times = await kept()
    const acknowledged = [...onLost.acknowledged, ...onOther.acknowledged]
    assert.deepEqual(
      acknowledged.filter((id) => times.get(id) !== 1),
      [],
    )
    for (const id of onLost.acknowledged.slice(-5))
      assert.equal((await ask(other.url, 'GET', `/v1/scans/${id}`, { key: token })).status, 200, id)

    // The lead lapses after 15 s; what happened meanwhile is told then, and what happens later.
    await until(() => isLeading(other), 60_000)
    hashes.push(await approveNext())
    await until(async () => (await told(other)).length >= hashes.length, 60_000)
    assert.deepEqual((await told(other)).toSorted(), hashes.toSorted())
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
