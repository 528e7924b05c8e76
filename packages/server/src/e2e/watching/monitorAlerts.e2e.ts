import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { getAddress } from 'viem/utils'
import type { App } from '../../composition/app.ts'
import { EVENTS as LOGGED } from '../../evm/decode/emittedLogs.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { approve, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { quietApp } from '../../testing/quietApp.ts'

type Told = { type: string; data: Record<string, unknown>; signed: boolean; block: number }
const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`
const EVENTS = ['approval.new', 'approval.revoked', 'address.interaction', 'monitor.large_transfer']

// From a transaction on the sandbox's chain to a signed request at a receiver.
describe('a monitored wallet', () => {
  const { actors, tokens, listed, traps } = sandboxWorld('ethereum')
  const received: { headers: string | undefined; body: string; block: number }[] = []
  const http = createOperatorFetch()
  let app: App
  let rpc: NodeRpc
  let secret = ''
  let call: (method: string, path: string, body?: object) => Promise<{ data: Record<string, string> }>
  const head = async () => Number(await rpc('eth_blockNumber', []))
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const block = await head()
    received.push({
      headers: request.headers['x-svc-signature'] as string,
      body: Buffer.concat(chunks).toString(),
      block,
    })
    response.end()
  })

  before(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const service = await quietApp('test', { EGRESS_ALLOW: `127.0.0.1:${port}`, WEBHOOK_RETRY_MS: '20,40,60,80' })
    app = service.app
    rpc = nodeRpc((await app.sandbox()).rpcUrls.ethereum, http)
    const [account] = await app.store.accounts.list()
    assert.ok(account)
    const { token } = await app.store.keys.create({
      accountId: account.id,
      name: 'monitors',
      scopes: ['admin'],
      environment: 'test',
    })
    call = async (method, path, body) => {
      const response = await fetch(`${service.url}/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      assert.ok(response.ok, `${path}: ${response.status}`)
      return response.json() as never
    }
    // The sandbox's networks are there once something was asked of them.
    await call('GET', `scan/wallet/${actors.friend}`)
    const hook = { url: `http://127.0.0.1:${port}/`, events: EVENTS, entities: [actors.trader] }
    secret = (await call('POST', 'webhooks', hook)).data.secret ?? ''
    await call('POST', 'monitors', {
      address: actors.trader,
      alerts: { largeTransfer: { threshold: 100 } },
    })
    await watching()
  })
  after(async () => {
    await app?.close()
    await http.close()
    receiver.close()
  })

  /** Waits until the chain is followed: what happened before is not reported. */
  async function watching(): Promise<void> {
    for (;;) {
      const payment = { from: actors.friend, to: actors.trader, value: '0x1', gas: '0x5208' }
      await rpc('eth_sendTransaction', [payment])
      await rpc('evm_mine', [])
      await rpc('evm_mine', [])
      const { data } = await call('GET', 'events?type=monitor.transfer')
      if ((data.events?.length ?? 0) > 0) return
      await sleep(100)
    }
  }
  /** Sends, mines it and the block after it, and answers what the receiver got of the type about it. */
  async function told(
    type: string,
    transaction: { from: Address; to: Address; data?: Hex; value?: Hex; type?: Hex; authorizationList?: object[] },
  ): Promise<Told> {
    const hash = await rpc('eth_sendTransaction', [{ data: '0x', ...transaction, gas: '0x4c4b40' }])
    await rpc('evm_mine', [])
    const mined = await head()
    await rpc('evm_mine', [])
    for (;;) {
      for (const { headers, body, block } of received) {
        const { signature, ...rest } = JSON.parse(body)
        if (rest.type !== type || rest.data.transactionHash !== hash) continue
        const hmac = (text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
        const signed = headers === hmac(body) && signature === hmac(JSON.stringify(rest))
        return { type, data: rest.data, signed, block: block - mined }
      }
      await sleep(20)
    }
  }
  /** Signs a delegation as the trader; default: on this network, with the next nonce. */
  async function authorization(address: Address, { chainId = 0, ahead = 0 } = {}): Promise<object> {
    const next = Number(await rpc('eth_getTransactionCount', [actors.trader, 'latest']))
    const of = { chainId: chainId || Number(await rpc('eth_chainId', [])), address, nonce: next + ahead }
    const { r, s, yParity } = await privateKeyToAccount(ACTORS.trader.privateKey).signAuthorization(of)
    const hex = (value: number) => `0x${value.toString(16)}` as const
    return { address, chainId: hex(of.chainId), nonce: hex(of.nonce), yParity: hex(yParity ?? 0), r, s }
  }

  test('that approves a drainer is told of within two blocks, signed, and so is the withdrawal', async () => {
    const { trader } = actors
    const given = await told('approval.new', {
      from: trader,
      to: tokens.usdc,
      data: approve(listed.drainer, UNLIMITED),
    })
    assert.partialDeepStrictEqual(given, {
      signed: true,
      block: 1,
      data: { wallet: trader, token: tokens.usdc, spender: listed.drainer, amount: 'unlimited', riskLevel: 'critical' },
    })
    const taken = await told('approval.revoked', { from: trader, to: tokens.usdc, data: approve(listed.drainer, 0n) })
    assert.partialDeepStrictEqual(taken, {
      signed: true,
      block: 1,
      data: { wallet: trader, spender: listed.drainer, previousAmount: 'unlimited' },
    })
  })

  test('that moves much, or pays a scammer, is told of', async () => {
    const { trader, scammer, friend } = actors
    const large = await told('monitor.large_transfer', { from: trader, to: friend, value: '0x16345785d8a0000' })
    assert.partialDeepStrictEqual(large.data, { wallet: trader, amount: '0.1', asset: 'ETH', threshold: '100' })
    const risky = await told('address.interaction', { from: trader, to: scammer, value: '0x1' })
    assert.partialDeepStrictEqual(risky.data, { counterparty: scammer, riskLevel: 'critical', direction: 'out' })
  })
  test('among sixty strangers’ tokens, the large transfer is large, and they are not', async () => {
    const { trader, scammer, friend } = actors
    const junk = assemble(`1 0 MSTORE ${trader} ${scammer} ${LOGGED.Transfer} 32 0 LOG3 STOP`)
    const nonce = Number(await rpc('eth_getTransactionCount', [scammer, 'latest']))
    for (let made = 0; made < 60; made++)
      await rpc('eth_sendTransaction', [
        { from: scammer, data: junk, gas: '0x186a0', nonce: `0x${(nonce + made).toString(16)}` },
      ])
    const { data } = await told('monitor.large_transfer', { from: trader, to: friend, value: '0x16345785d8a0000' })
    const { data: page } = await call('GET', 'events?type=monitor.large_transfer,monitor.transfer&limit=100')
    const events = page.events as unknown as { type: string; data: Record<string, unknown> }[]
    const ofBlock = events.filter(({ data: { blockNumber } }) => blockNumber === data.blockNumber)
    assert.equal(ofBlock.filter(({ type }) => type === 'monitor.transfer').length, 61)
    assert.equal(ofBlock.filter(({ type }) => type === 'monitor.large_transfer').length, 1)
    assert.notEqual(data.amountUsd, null)
  })
  test('that gives its account to a delegate is told of, though another pays for it', async () => {
    const { trader, friend } = actors
    const authorizationList = [await authorization(traps.maliciousDelegate)]
    const given = await told('address.interaction', { from: friend, to: friend, type: '0x4', authorizationList })
    assert.partialDeepStrictEqual(given, {
      signed: true,
      block: 1,
      data: {
        wallet: trader,
        counterparty: getAddress(traps.maliciousDelegate),
        delegation: true,
        direction: 'out',
        initiator: friend,
        asset: null,
        amount: null,
        token: null,
        logIndex: null,
        unknown: [],
      },
    })
    assert.equal(
      await rpc('eth_getCode', [trader, 'latest']),
      `0xef0100${traps.maliciousDelegate.slice(2).toLowerCase()}`,
    )
    assert.ok(Number(given.data.riskScore) >= 60, String(given.data.riskScore))
    const number = `0x${Number(given.data.blockNumber).toString(16)}`
    const { timestamp } = (await rpc('eth_getBlockByNumber', [number, false])) as { timestamp: Hex }
    assert.equal(given.data.blockTimestamp, new Date(Number(timestamp) * 1000).toISOString())
  })
  test('that takes the delegate away again is told of, and of what only looks like it nothing is', async () => {
    const { trader, friend } = actors
    const carry = (...authorizationList: object[]) =>
      ({ from: friend, to: friend, type: '0x4', authorizationList }) as const
    const nothing: unknown[] = []
    const doesNothing = async (lists: object[][]) => {
      for (const list of lists) {
        nothing.push(await rpc('eth_sendTransaction', [{ ...carry(...list), data: '0x', gas: '0x4c4b40' }]))
        await rpc('evm_mine', [])
      }
    }
    await doesNothing([
      [await authorization(ZERO_ADDRESS, { ahead: 1 })],
      [await authorization(ZERO_ADDRESS, { ahead: -1 })],
      [await authorization(ZERO_ADDRESS, { chainId: 56 })],
    ])
    assert.notEqual(await rpc('eth_getCode', [trader, 'latest']), '0x')
    const taken = await authorization(ZERO_ADDRESS)
    const ended = await told('address.interaction', carry(taken))
    assert.partialDeepStrictEqual(ended, {
      signed: true,
      block: 1,
      data: {
        wallet: trader,
        counterparty: getAddress(traps.maliciousDelegate),
        delegation: false,
        direction: 'out',
        initiator: friend,
        asset: null,
        amount: null,
        token: null,
        logIndex: null,
        unknown: [],
      },
    })
    assert.equal(await rpc('eth_getCode', [trader, 'latest']), '0x')
    // A replayed authorisation has an old nonce, and an account without a delegate has none to remove.
    await doesNothing([[taken], [await authorization(ZERO_ADDRESS)]])
    await told('monitor.large_transfer', { from: trader, to: friend, value: '0x16345785d8a0000' })
    const { data: page } = await call('GET', 'events?type=address.interaction&limit=100')
    const events = page.events as unknown as { data: { transactionHash: string } }[]
    assert.deepEqual(
      events.filter(({ data }) => nothing.includes(data.transactionHash)),
      [],
    )
  })
  test('that is paid by a contract is told of, and that its trace alone says so', async () => {
    const { trader, friend } = actors
    const till = `0x${'7e'.repeat(20)}` as const
    // Passes on what it is paid.
    await rpc('anvil_setCode', [till, assemble(`0 0 0 0 CALLVALUE ${trader} GAS CALL STOP`)])
    const paid = await told('monitor.large_transfer', { from: friend, to: till, value: '0x16345785d8a0000' })
    assert.partialDeepStrictEqual(paid, {
      signed: true,
      block: 1,
      data: {
        wallet: trader,
        counterparty: getAddress(till),
        direction: 'in',
        asset: 'ETH',
        amount: '0.1',
        inside: true,
        initiator: friend,
        token: null,
        logIndex: null,
        claimed: false,
        unknown: [],
      },
    })
    const { data } = await call('GET', 'monitors')
    const [{ watch }] = data.monitors as unknown as [{ watch: Record<string, unknown> }]
    assert.deepEqual([watch.internalTransactions, watch.skippedBlocks], ['seen', null])
    assert.ok(Number(watch.blockNumber) >= Number(paid.data.blockNumber))
  })
})
