import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256, parseEther } from 'viem/utils'
import { type App, createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { asksOf, eventually, type GuardedWorld, guardedAccount } from './guardedWorld.ts'

const { listingTeam: payer, swingTrader: saver, friend } = ACTORS
const DELAY_SECONDS = 2

/** Nodes of one database that follow the sandbox's chain as operators follow a network: a private relay, a restart, a release by time. */
export function guardedNodeCases(world: () => GuardedWorld): void {
  describe('nodes that stop and start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'redoubt-guarded-'))
    const secret = randomBytes(32).toString('hex')
    const privateRpc = startPrivateRpc()
    const running = new Set<App>()
    let account: Awaited<ReturnType<typeof guardedAccount>>

    async function start(env: NodeJS.ProcessEnv = {}) {
      const config = readConfig({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: `sqlite:${join(folder, 'guarded.db')}`,
        REDOUBT_SECRET: secret,
        ETHEREUM_RPC_URLS: world().rpcUrl,
        ...env,
      })
      const app = await createApp({ ...config, headReuseMs: 20 }, () => {})
      running.add(app)
      return { app, url: await app.listen() }
    }
    async function stop(app: App): Promise<void> {
      running.delete(app)
      await app.close()
    }
    const atNode = (hash: Hex) => world().node('eth_getTransactionByHash', [hash])
    let first: App

    before(async () => {
      const relayUrl = await privateRpc.listen()
      const { app, url } = await start({ PRIVATE_RELAY_URLS: `ethereum=${relayUrl}` })
      first = app
      account = await guardedAccount(app, { url, environment: 'live' })
    })
    after(async () => {
      for (const app of running) await app.close()
      await privateRpc.close()
      rmSync(folder, { recursive: true, force: true })
    })

    test('a private relay alone gets a transaction; the wallet sees it as pending until it is mined', async () => {
      const raw = await account.sign(payer.privateKey, { to: friend.address, value: 5n })
      privateRpc.isDown = true
      const { result: hash } = await account.call('eth_sendRawTransaction', [raw])
      const [waiting] = (await account.api('GET', '/v1/held-transactions?status=held')).data.transactions
      assert.deepEqual([waiting.hash, waiting.rule], [hash, 'network'], 'it is sent again')
      assert.equal(await atNode(keccak256(raw)), null, 'no fall back to the public pool')
      privateRpc.isDown = false
      await eventually(
        () => account.api('GET', `/v1/held-transactions/${waiting.id}`),
        ({ data: { status } }) => status === 'released',
      )
      assert.deepEqual([hash, privateRpc.taken], [keccak256(raw), [raw]])
      assert.equal(await atNode(hash), null, 'no endpoint shows it')
      const shown = (await account.call('eth_getTransactionByHash', [hash])).result
      assert.deepEqual([shown.hash, shown.blockNumber], [hash, null])
      const nonce = Number(shown.nonce)
      const count = async () =>
        Number((await account.call('eth_getTransactionCount', [payer.address, 'pending'])).result)
      assert.equal(await count(), nonce + 1)
      // The relay has a builder include it.
      await world().node('eth_sendRawTransaction', [raw])
      await world().mine()
      assert.equal((await account.call('eth_getTransactionReceipt', [hash])).result.status, '0x1')
      assert.equal(await count(), nonce + 1)
    })

    test('a rescue is told to go through it', async () => {
      const body = { chain: 'ethereum', safe: friend.address, sponsor: payer.address, options: { deadlineMs: 25_000 } }
      const { data } = await account.api('POST', `/v1/wallet/rescue/${saver.address}`, body)
      assert.deepEqual([data.submission.kind, data.submission.rpc], ['private-relay', '/v1/rpc/ethereum'])
      assert.ok(data.steps.includes(data.submission.detail))
    })

    test('a transaction is held over a restart, and sent by another node when its delay is over, once', async () => {
      await account.setPolicy(saver.address, { timeDelay: { thresholdUsd: 1, seconds: DELAY_SECONDS } })
      const { result: hash, error } = await account.send(saver.privateKey, {
        to: friend.address,
        value: parseEther('0.002'),
      })
      assert.match(String(hash), /^0x/, JSON.stringify(error))
      const { app: second, url } = await start()
      await stop(first)
      const { accountId, key } = account
      const onSecond = await asksOf(second, { url, accountId, key, environment: 'live' })
      assert.equal(await atNode(hash), null, 'it still waits')
      const { data } = await onSecond.api('GET', '/v1/held-transactions')
      const held = data.transactions.find((one: { hash: string }) => one.hash === hash)
      assert.deepEqual([held.status, held.rule], ['held', 'policy'])
      const { app: third, url: thirdUrl } = await start()
      await eventually(
        () => onSecond.api('GET', `/v1/held-transactions/${held.id}`),
        ({ data: { status } }) => status === 'released',
      )
      assert.ok((await atNode(hash)) !== null, 'the network has it')
      await world().mine()
      const onThird = await asksOf(third, { url: thirdUrl, accountId, key, environment: 'live' })
      assert.equal((await onThird.api('GET', `/v1/held-transactions/${held.id}`)).data.status, 'released')
      assert.equal((await onSecond.call('eth_getTransactionReceipt', [hash])).result.status, '0x1')
      assert.equal((await onSecond.eventsOf('policy.held', saver.address)).length, 1)
      assert.equal((await onSecond.eventsOf('policy.refused', saver.address)).length, 0)
    })
  })
}

/** A relay that keeps what it is given from the public pool. */
function startPrivateRpc() {
  const privateRpc = {
    taken: [] as string[],
    isDown: false,
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  const server = createServer(async (request, response) => {
    if (privateRpc.isDown) return request.socket.destroy()
    const { id, params } = JSON.parse(await text(request)) as { id: number; params: [Hex] }
    privateRpc.taken.push(params[0])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: keccak256(params[0]) }))
  })
  return privateRpc
}
