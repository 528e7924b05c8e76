import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { SANDBOX_CHAINS, type SandboxChain } from '../../sandbox/canonical.ts'
import {
  addLiquidityNative,
  approve,
  FAR_DEADLINE,
  swapNativeForTokens,
  transfer,
} from '../../sandbox/history/calls.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { PRICES } from '../../sandbox/profiles.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { usdPrice } from './usdPrice.ts'

const ETHER = 10n ** 18n

// Real pools on the sandbox's chains, moved by real trades.
describe('usdPrice', () => {
  const http = createOperatorFetch()
  let sandbox: Sandbox
  let sources: Record<SandboxChain, ChainSource>

  before(async () => {
    sandbox = await reusedSandbox()
    sources = Object.fromEntries(
      SANDBOX_CHAINS.map((chain): [SandboxChain, ChainSource] => [chain, connect(chain)]),
    ) as typeof sources
  })
  after(async () => {
    await Promise.all(SANDBOX_CHAINS.map((chain) => sources?.[chain].close()))
    await sandbox?.close()
    await http.close()
  })

  const timeoutSignal = () => AbortSignal.timeout(20_000)
  const lower = (address: Address) => address.toLowerCase() as Address
  const priceOf = async (chain: SandboxChain, asset: Address | null, source = sources[chain]) => {
    const block = await source.head(timeoutSignal())
    return usdPrice(source, { block, asset: asset && lower(asset) }, timeoutSignal())
  }
  const connect = (chain: SandboxChain) =>
    createChainSource({ chain, urls: [sandbox.rpcUrls[chain]], limits: { headReuseMs: 0 } })
  const send = async (chain: SandboxChain, transaction: { from: Address; to: Address; data: Hex; value?: bigint }) => {
    const rpc = nodeRpc(sandbox.rpcUrls[chain], http)
    const { value = 0n, ...rest } = transaction
    const hash = await rpc('eth_sendTransaction', [{ ...rest, value: `0x${value.toString(16)}`, gas: '0x7a1200' }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: string }
    assert.equal(receipt.status, '0x1')
  }
  const world = (chain: SandboxChain): SandboxWorld => sandbox.world[chain]

  test('a coin with a feed costs what Chainlink says, without a ceiling', async () => {
    const expected = { usd: PRICES.eth, source: 'Chainlink ETH/USD', kind: 'oracle', maxUsd: null }
    assert.deepEqual(await priceOf('ethereum', null), expected)
  })

  for (const chain of SANDBOX_CHAINS)
    test(`${chain}: a token without a feed costs what its pool says, and no more than the pool can pay`, async () => {
      const price = await priceOf(chain, world(chain).tokens.honest)
      assert.match(
        price?.source ?? '',
        /^(Uniswap|PancakeSwap|QuickSwap) V2 pool 0x[0-9a-f]{40} \(W\w+\), mean of 30 min$/,
      )
      assert.ok(price && price.usd > 0.04 && price.usd < 0.08, String(price?.usd))
      assert.ok(price.maxUsd !== null && price.maxUsd > 200_000 && price.maxUsd < 400_000, String(price.maxUsd))
    })

  test('a token without a pool has no price', async () =>
    assert.equal(await priceOf('ethereum', world('ethereum').traps.counterfeit), null))

  test('an account that is no token has no price', async () =>
    assert.equal(await priceOf('ethereum', world('ethereum').actors.friend), null))

  test('a trade that multiplies the price moves the mean by seconds out of half an hour', async () => {
    const { tokens, dex, actors } = world('ethereum')
    await nodeRpc(sandbox.rpcUrls.ethereum, http)('anvil_mine', ['0xa0', '0xc'])
    const calm = await priceOf('ethereum', tokens.honest)
    const rich = actors.marketMaker
    const data = swapNativeForTokens([tokens.wrapped, tokens.honest], rich)
    await send('ethereum', { from: rich, to: dex.v2Router, data, value: 100n * ETHER })
    await nodeRpc(sandbox.rpcUrls.ethereum, http)('anvil_mine', ['0x1', '0xc'])
    const moved = await priceOf('ethereum', tokens.honest)
    assert.match(moved?.source ?? '', /mean of 30 min$/)
    const [before, after] = [calm?.usd ?? 0, moved?.usd ?? 0]
    assert.ok(after > before && after < before * 1.1, `${before} → ${after}`)
    // What it would be without a mean: the trade more than triples it.
    assert.ok((moved?.maxUsd ?? 0) > 1.7 * (calm?.maxUsd ?? 0), `${calm?.maxUsd} → ${moved?.maxUsd}`)
  })

  test('two deep pools that disagree leave no price', async () => {
    const { tokens, dex, actors, decimals } = world('polygon')
    const rich = actors.marketMaker
    const before = await priceOf('polygon', tokens.honest)
    assert.ok(before)
    const some = 200_000n * ETHER
    await send('polygon', { from: actors.projectTeam, to: tokens.honest, data: transfer(rich, some) })
    for (const token of [tokens.honest, tokens.usdc])
      await send('polygon', { from: rich, to: token, data: approve(dex.v2Router, 2n ** 255n) })
    // Twice the price of the other pool.
    const dollars = BigInt(Math.round(before.usd * 2 * 200_000)) * 10n ** BigInt(decimals.usdc)
    const abi = parseAbi(['function addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)'])
    const args = [tokens.honest, tokens.usdc, some, dollars, 0n, 0n, rich, FAR_DEADLINE] as const
    await send('polygon', { from: rich, to: dex.v2Router, data: encodeFunctionData({ abi, args }) })
    await nodeRpc(sandbox.rpcUrls.polygon, http)('anvil_mine', ['0x2', '0xe10'])
    // Pools are looked for about once an hour: another reader finds the new one at once.
    const reader = connect('polygon')
    assert.equal(await priceOf('polygon', tokens.honest, reader), null)
    await reader.close()
  })

  test('a pool of a few dollars gives no price', async () => {
    const { proxies, dex, actors } = world('ethereum')
    const { upgradeable: token } = proxies
    const few = 100n * ETHER
    await send('ethereum', { from: actors.trader, to: token, data: approve(dex.v2Router, few) })
    const data = addLiquidityNative(token, few, actors.trader)
    await send('ethereum', { from: actors.trader, to: dex.v2Router, data, value: ETHER })
    await nodeRpc(sandbox.rpcUrls.ethereum, http)('anvil_mine', ['0x2', '0xe10'])
    assert.equal(await priceOf('ethereum', token), null)
  })
})
