import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, formatUnits, getAddress, keccak256, pad, toHex } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import type { App } from '../../composition/app.ts'
import { feedCode } from '../../evm/market/testing/feedCode.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { quietApp } from '../../testing/quietApp.ts'

const UNIT = 10n ** 18n
const MILLION_DOLLARS = 10n ** 12n
const TOKEN: Address = `0x${'70'.repeat(20)}`
const balanceOf = (owner: Address): Hex => `0x70a08231${owner.slice(2).padStart(64, '0')}`
const { priceFeeds } = NETWORKS.ethereum

// Prices go missing while a wallet is watched for transfers of 10,000 USD or more.
describe('a large transfer', () => {
  const { actors, tokens } = sandboxWorld('ethereum')
  const { exchange, friend } = actors
  const http = createOperatorFetch()
  let app: App
  let rpc: NodeRpc
  let call: (method: string, path: string, body?: object) => Promise<{ data: Record<string, unknown> }>

  before(async () => {
    const service = await quietApp('test', {}, { sandboxChains: ['ethereum'] })
    app = service.app
    rpc = nodeRpc((await app.sandbox()).rpcUrls.ethereum, http)
    const [account] = await app.store.accounts.list()
    assert.ok(account)
    const key = { accountId: account.id, name: 'large', scopes: ['admin'], environment: 'test' } as const
    const { token } = await app.store.keys.create({ ...key, scopes: ['admin'] })
    call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const response = await fetch(`${service.url}/v1/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      assert.ok(response.ok, `${path}: ${response.status}`)
      return response.json() as never
    }
    // The sandbox's networks are there once something was asked of them.
    await call('GET', `scan/wallet/${friend}`)
    await call('POST', 'monitors', { address: exchange, alerts: { largeTransfer: { threshold: 10_000 } } })
    while ((await eventsOf('monitor.transfer')).length === 0) {
      await send({ from: friend, to: exchange, value: '0x1' })
      await sleep(100)
    }
    // The exchange holds a thousand of an unlisted token: code of another one, decimals in slot 2, balances in slot 4.
    await rpc('anvil_setCode', [TOKEN, await rpc('eth_getCode', [tokens.honest, 'latest'])])
    await rpc('anvil_setStorageAt', [TOKEN, pad('0x2'), pad('0x12')])
    const [types, owner] = [[{ type: 'address' }, { type: 'uint256' }], exchange] as const
    const slot = keccak256(encodeAbiParameters(types, [owner, 4n]))
    await rpc('anvil_setStorageAt', [TOKEN, slot, pad(toHex(1_000n * UNIT))])
  })
  after(async () => {
    await app?.close()
    await http.close()
  })

  type Told = { type: string; data: Record<string, unknown> }
  async function eventsOf(type: string): Promise<Told[]> {
    return (await call('GET', `events?type=${type}&limit=100`)).data.events as Told[]
  }
  async function send(transaction: { from: Address; to: Address; data?: Hex; value?: Hex }): Promise<Hex> {
    const hash = (await rpc('eth_sendTransaction', [{ ...transaction, gas: '0x4c4b40' }])) as Hex
    await rpc('evm_mine', [])
    await rpc('evm_mine', [])
    return hash
  }
  /** Sends, waits until the transfer is reported, and returns the alert that it was large; null: it was not. */
  async function largeOf(transaction: Parameters<typeof send>[0]): Promise<Record<string, unknown> | null> {
    const hash = await send(transaction)
    const isIt = ({ data }: Told) => data.transactionHash === hash
    while (!(await eventsOf('monitor.transfer')).some(isIt)) await sleep(50)
    return (await eventsOf('monitor.large_transfer')).find(isIt)?.data ?? null
  }
  async function stopFeeds(...feeds: (Address | undefined)[]): Promise<void> {
    const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
    const updatedAt = BigInt(timestamp) - 2n * 86_400n
    for (const feed of feeds) await rpc('anvil_setCode', [feed, feedCode(10n ** 8n, { updatedAt })])
    await rpc('evm_mine', [])
  }
  const sendDollars = (amount: bigint) => ({ from: exchange, to: tokens.usdc, data: transfer(friend, amount) })
  /** The change of the exchange's dollars in a scan of that transfer, once the service has seen the newest balance. */
  async function scannedChange(): Promise<Record<string, unknown> | undefined> {
    const body = { chain: 'ethereum', ...sendDollars(MILLION_DOLLARS), value: '0' }
    const held = BigInt((await rpc('eth_call', [{ to: tokens.usdc, data: balanceOf(exchange) }, 'latest'])) as Hex)
    for (;;) {
      const { simulation } = (await call('POST', 'scan/transaction', body)).data
      const { balanceChanges } = simulation as { balanceChanges: Record<string, unknown>[] }
      const own = balanceChanges.find(({ account }) => account === exchange)
      if (own?.before === formatUnits(held, 6)) return own
      await sleep(50)
    }
  }

  test('has its price from the feed', async () => {
    assert.partialDeepStrictEqual(await largeOf(sendDollars(MILLION_DOLLARS)), {
      amountUsd: '1000000.00',
      priceStatus: 'fresh',
      priceSource: 'Chainlink USDC/USD',
      unknown: [],
    })
    assert.equal(await largeOf(sendDollars(5_000_000n)), null)
  })

  test('of a token whose feed is stale has its price from pools, and says so', async () => {
    await stopFeeds(priceFeeds.USDC)
    const large = await largeOf(sendDollars(MILLION_DOLLARS))
    assert.partialDeepStrictEqual(large, { priceStatus: 'fresh', unknown: [] })
    assert.match(
      String(large?.priceSource),
      /^Uniswap V\d pool 0x\w+ \(\w+\), mean of \d+ min; Chainlink USDC\/USD is stale$/,
    )
    assert.ok(Math.abs(Number(large?.amountUsd) / 1_000_000 - 1) < 0.05, String(large?.amountUsd))
    assert.match(String((await scannedChange())?.priceSource), /Chainlink USDC\/USD is stale$/)
  })

  test('without any fresh price is told all the same, and a small one is not', async () => {
    await stopFeeds(priceFeeds.USDC, priceFeeds.USDT, priceFeeds.DAI, priceFeeds.ETH)
    const large = await largeOf(sendDollars(MILLION_DOLLARS))
    assert.partialDeepStrictEqual(large, {
      wallet: exchange,
      asset: 'USDC',
      amount: '1000000',
      amountUsd: null,
      priceStatus: 'stale',
      unknown: ['amountUsd'],
    })
    assert.match(String(large?.priceSource), /^Chainlink USDC\/USD, last answer \d{4}-/)
    assert.equal(await largeOf(sendDollars(5_000_000n)), null)
    const change = await scannedChange()
    assert.deepEqual([change?.changeUsd, change?.priceSource], [null, null])
  })

  test('of an unlisted token without a price is told where half of the balance leaves, and a gift of it is not', async () => {
    const pay = (tokens: bigint) => ({ from: exchange, to: TOKEN, data: transfer(friend, tokens * UNIT) })
    assert.equal(await largeOf(pay(100n)), null)
    assert.partialDeepStrictEqual(await largeOf(pay(450n)), {
      token: getAddress(TOKEN),
      amount: '450',
      amountUsd: null,
      priceStatus: 'unknown',
      priceSource: null,
      claimed: false,
    })
    assert.equal(await largeOf({ from: friend, to: TOKEN, data: transfer(exchange, 400n * UNIT) }), null)
  })
})
