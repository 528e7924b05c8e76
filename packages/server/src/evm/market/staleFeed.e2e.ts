import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, encodeFunctionData, keccak256, pad, toHex } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { V2_ROUTER_ABI } from '../../sandbox/abis.ts'
import { approve, FAR_DEADLINE, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { PRICES } from '../../sandbox/profiles.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import type { PriceReading } from './price.ts'
import { feedCode } from './testing/feedCode.ts'
import { readPrice } from './usdPrice.ts'

const UNIT = 10n ** 18n
const DAY = 86_400n

// Real pools, and feeds whose last round is old.
describe('an asset whose feed is stale', () => {
  const { priceFeeds, tokens: known } = NETWORKS.ethereum
  const link = known.find(({ symbol }) => symbol === 'LINK')?.address as Address
  const http = createOperatorFetch()
  let sandbox: Sandbox
  let source: ChainSource
  let rpc: NodeRpc

  before(async () => {
    sandbox = await reusedSandbox({ chains: ['ethereum'] })
    rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    source = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum], limits: { headReuseMs: 0 } })
    await rpc('anvil_mine', ['0xa0', '0xc'])
    // LINK is not among the sandbox's tokens: the code of another one at its address, with its decimals (slot 2) and a balance
    // for the market maker (slot 4).
    const { tokens, actors, dex } = sandbox.world.ethereum
    await rpc('anvil_setCode', [link, await rpc('eth_getCode', [tokens.honest, 'latest'])])
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [actors.marketMaker, 4n]))
    await rpc('anvil_setStorageAt', [link, slot, pad(toHex(1_000_000n * UNIT))])
    await rpc('anvil_setStorageAt', [link, pad('0x2'), pad('0x12')])
    for (const token of [link, tokens.usdc])
      await send({ from: actors.marketMaker, to: token, data: approve(dex.v2Router, UNLIMITED) })
  })
  after(async () => {
    await source?.close()
    await sandbox?.close()
    await http.close()
  })

  async function send({ from, to, data }: { from: Address; to: Address; data: Hex }): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, gas: '0x7a1200' }])
    await rpc('evm_mine', [])
    assert.equal(((await rpc('eth_getTransactionReceipt', [hash])) as { status: string }).status, '0x1')
  }
  /** Adds to the pool of LINK and USDC, and lets half an hour pass. */
  async function addLiquidity(dollars: bigint, usdPerToken: bigint): Promise<void> {
    const { tokens, actors, dex } = sandbox.world.ethereum
    const amounts = [(dollars * UNIT) / usdPerToken, dollars * 10n ** 6n] as const
    const args = [link, tokens.usdc, ...amounts, 0n, 0n, actors.marketMaker, FAR_DEADLINE] as const
    const data = encodeFunctionData({ abi: V2_ROUTER_ABI, functionName: 'addLiquidity', args })
    await send({ from: actors.marketMaker, to: dex.v2Router, data })
    await rpc('anvil_mine', ['0x2', '0xe10'])
  }
  async function setFeed(feed: Address | undefined, usd: number, daysAgo: bigint): Promise<void> {
    const { timestamp } = await source.head(AbortSignal.timeout(10_000))
    const updatedAt = timestamp - daysAgo * DAY
    assert.ok(feed)
    await rpc('anvil_setCode', [feed, feedCode(BigInt(usd * 1e8), { updatedAt })])
    await rpc('evm_mine', [])
  }
  async function priceOf(asset: Address | null): Promise<PriceReading> {
    const signal = AbortSignal.timeout(20_000)
    // Pools are looked for about once an hour: another reader finds new ones at once.
    const reader = createChainSource({
      chain: 'ethereum',
      urls: [sandbox.rpcUrls.ethereum],
      limits: { headReuseMs: 0 },
    })
    const block = await reader.head(signal)
    const price = await readPrice(reader, { block, asset: asset && (asset.toLowerCase() as Address) }, signal)
    await reader.close()
    return price
  }

  test('has no price where no pool replaces it, and a thin pool sets none', async () => {
    await setFeed(priceFeeds.LINK, 15, 2n)
    const alone = await priceOf(link)
    assert.partialDeepStrictEqual(alone, { status: 'stale', hint: 15 })
    assert.match(alone.status === 'stale' ? alone.source : '', /^Chainlink LINK\/USD, last answer 2026-/)
    await addLiquidity(1_000n, 150n)
    assert.partialDeepStrictEqual(await priceOf(link), { status: 'stale' })
  })

  test('has no price by one deep pool that is far from the last answer', async () => {
    await addLiquidity(200_000n, 150n)
    assert.partialDeepStrictEqual(await priceOf(link), { status: 'stale', hint: 150 })
  })

  test('costs what one deep pool says that is near the last answer, and the source says so', async () => {
    await setFeed(priceFeeds.LINK, 140, 2n)
    const near = await priceOf(link)
    assert.ok(near.status === 'fresh')
    assert.match(
      near.price.source,
      /^Uniswap V2 pool 0x[0-9a-f]{40} \(USDC\), mean of 30 min; Chainlink LINK\/USD is stale$/,
    )
    assert.partialDeepStrictEqual(near.price, { kind: 'pool', maxUsd: null })
    assert.ok(Math.abs(near.price.usd / 150 - 1) < 0.01)
  })

  test('is not compared with an answer of last month', async () => {
    await setFeed(priceFeeds.LINK, 150, 30n)
    assert.partialDeepStrictEqual(await priceOf(link), { status: 'stale' })
  })

  test('as a coin costs what several deep pools say, and so do tokens that are traded against it', async () => {
    const { honest, wrapped } = sandbox.world.ethereum.tokens
    const before = await priceOf(honest)
    await setFeed(priceFeeds.ETH, 7_000, 3n)
    for (const asset of [null, wrapped]) {
      const price = await priceOf(asset)
      assert.ok(price.status === 'fresh')
      assert.match(price.price.source, /^Uniswap V\d pool .*, mean of 30 min; Chainlink ETH\/USD is stale$/)
      assert.equal(price.price.maxUsd, null)
      assert.ok(Math.abs(price.price.usd / PRICES.eth - 1) < 0.02, String(price.price.usd))
    }
    const after = await priceOf(honest)
    assert.ok(before.status === 'fresh' && after.status === 'fresh')
    assert.ok(Math.abs(after.price.usd / before.price.usd - 1) < 0.02)
  })

  test('as every feed is, has no price: the pools are quoted in tokens without one', async () => {
    for (const feed of [priceFeeds.USDC, priceFeeds.USDT, priceFeeds.DAI]) await setFeed(feed, 1, 3n)
    assert.partialDeepStrictEqual(await priceOf(null), { status: 'stale', hint: 7_000 })
    assert.partialDeepStrictEqual(await priceOf(sandbox.world.ethereum.tokens.usdc), { status: 'stale', hint: 1 })
    const token = await priceOf(sandbox.world.ethereum.tokens.honest)
    assert.deepEqual(token, { status: 'unknown', hint: null, noMarket: false })
  })
})
