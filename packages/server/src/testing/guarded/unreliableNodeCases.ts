import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256, parseEther } from 'viem/utils'
import { ACTORS } from '../../sandbox/actors.ts'
import { quietApp } from '../quietApp.ts'
import { eventually, type GuardedWorld, guardedAccount } from './guardedWorld.ts'

const { projectTeam: payer, chaser: saver, friend } = ACTORS
/** What a node does with a signed transaction. */
type Mood = 'passes' | 'is busy' | 'loses the answer' | 'is silent' | 'turns it away'

const FAILURES: Readonly<Partial<Record<Mood, object>>> = {
  'is busy': { code: -32_005, message: 'too many requests' },
  'turns it away': { code: -32_000, message: 'insufficient funds for gas * price + value' },
}

/** The sandbox's chain behind a node that is busy, silent, or loses its answers to sends. */
export function unreliableNodeCases(world: () => GuardedWorld): void {
  describe('nodes that are unreliable', () => {
    let node: Awaited<ReturnType<typeof startNode>>
    let app: Awaited<ReturnType<typeof quietApp>>['app']
    let account: Awaited<ReturnType<typeof guardedAccount>>

    before(async () => {
      node = await startNode(world().rpcUrl)
      const started = await quietApp('live', { ETHEREUM_RPC_URLS: node.url }, { headReuseMs: 20 })
      app = started.app
      account = await guardedAccount(app, { url: started.url, environment: 'live' })
      for (const { address } of [payer, saver])
        await world().node('anvil_setBalance', [address, `0x${parseEther('5').toString(16)}`])
      await account.setPolicy(payer.address, { dailySpendingLimit: { usd: 20, rolling24hUsd: 20, alertAt: 0.9 } })
      await account.setPolicy(saver.address, { timeDelay: { thresholdUsd: 5, seconds: 1 } })
    })
    after(async () => {
      await app.close()
      await node.close()
    })
    const heldOf = async (hash: Hex) => {
      const { data } = await account.api('GET', '/v1/held-transactions')
      return data.transactions.find((one: { hash: Hex }) => one.hash === hash)
    }
    const atNode = (hash: Hex) => world().node('eth_getTransactionByHash', [hash])
    const minedAs = async (hash: Hex) => {
      await world().mine()
      return ((await world().node('eth_getTransactionReceipt', [hash])) as { status: Hex } | null)?.status
    }
    const payment = { to: friend.address, value: parseEther('0.004') }

    test('one that is due while the node is busy waits on, stays booked, and is sent once', async () => {
      node.mood = 'is busy'
      const { result: hash, error } = await account.send(saver.privateKey, payment)
      assert.match(String(hash), /^0x/, JSON.stringify(error))
      await eventually(
        () => heldOf(hash),
        ({ status, rule }) => status === 'held' && rule === 'network',
      )
      node.mood = 'passes'
      await eventually(
        () => heldOf(hash),
        ({ status }) => status === 'released',
      )
      assert.equal(await minedAs(hash), '0x1')
      assert.equal((await account.eventsOf('policy.refused', saver.address)).length, 0)
    })

    test('one whose answer is lost is sent, and counts', async () => {
      node.mood = 'loses the answer'
      const { result: hash } = await account.send(payer.privateKey, payment)
      node.mood = 'passes'
      assert.match(String(hash), /^0x/)
      assert.notEqual(await atNode(hash), null)
      assert.equal(await account.usedBy(payer.address), 14)
      const over = await account.send(payer.privateKey, payment)
      assert.equal(over.error?.data?.rule, 'policy', JSON.stringify(over))
      assert.equal(await minedAs(hash), '0x1')
    })

    test('one that may be lost keeps its booking; one that is turned away gives it back', async () => {
      await account.setPolicy(payer.address, { dailySpendingLimit: { usd: 60, rolling24hUsd: 60, alertAt: 0.9 } })
      const before = await account.usedBy(payer.address)
      node.mood = 'turns it away'
      const refused = await account.send(payer.privateKey, payment)
      assert.match(refused.error?.message, /insufficient funds/)
      assert.equal(await account.usedBy(payer.address), before)
      node.mood = 'is silent'
      const raw = await account.sign(payer.privateKey, payment)
      const { result: hash } = await account.call('eth_sendRawTransaction', [raw])
      node.mood = 'passes'
      assert.equal(hash, keccak256(raw), 'to the wallet it waits like one of a pool')
      assert.equal(await account.usedBy(payer.address), before + 14)
      await eventually(
        () => heldOf(hash),
        ({ status }) => status === 'released',
      )
      assert.equal(await minedAs(hash), '0x1')
      assert.equal(await account.usedBy(payer.address), before + 14)
    })

    test('one that waits goes on waiting where the node turns its replacement away', async () => {
      await account.setPolicy(saver.address, { timeDelay: { thresholdUsd: 5, seconds: 3_600 } })
      const { result: first } = await account.send(saver.privateKey, payment)
      const { nonce } = await heldOf(first)
      node.mood = 'turns it away'
      const other = await account.send(saver.privateKey, { to: friend.address, value: 1n, nonce })
      node.mood = 'passes'
      assert.match(other.error?.message, /insufficient funds/)
      const { id, status } = await heldOf(first)
      assert.equal(status, 'held')
      const approved = await account.api('POST', `/v1/held-transactions/${id}/approve`)
      assert.equal(approved.data.status, 'released', 'with the bytes that were kept')
      assert.equal(await minedAs(first), '0x1')
    })
  })
}

/** A node of the same chain that does with sends as it is told. */
async function startNode(rpcUrl: string) {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { mood } = node
    const { id, method } = JSON.parse(body) as { id: number; method?: string }
    const isSend = method === 'eth_sendRawTransaction'
    if (isSend && mood === 'is silent') return request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    const error = FAILURES[mood]
    if (isSend && error) return response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const told = await answer.text()
    if (isSend && mood === 'loses the answer') return request.socket.destroy()
    return response.end(told)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node = {
    mood: 'passes' as Mood,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
  return node
}
