import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { decodeFunctionResult, encodeFunctionData, getContractAddress, hexToBigInt } from 'viem/utils'
import {
  ACCOUNT_FACTORY_ABI,
  COLLECTION_ABI,
  ERC20_ABI,
  PRICE_FEED_ABI,
  QUOTER_V2_ABI,
  SAFE_ABI,
  SANCTIONS_ABI,
  V2_ROUTER_ABI,
} from './abis.ts'
import { ACTORS } from './actors.ts'
import { SANDBOX_CHAINS, type SandboxChain } from './canonical.ts'
import { type NodeRpc, nodeRpc } from './nodeRpc.ts'
import { HEAD_TIMESTAMP, nativeWorth, PRICES, PROFILES, units } from './profiles.ts'
import { allScenarios, demoScenarios } from './scenarios.ts'
import { type Sandbox, type SandboxProgress, startSandbox } from './startSandbox.ts'
import { V3_FEE } from './world.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const http = createOperatorFetch()
const progress: SandboxProgress[] = []
let cacheDir: string
let sandbox: Sandbox

before(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'redoubt-sandbox-test-'))
  sandbox = await startSandbox({ cacheDir, onProgress: (step) => progress.push(step) })
})
after(async () => {
  await sandbox?.close()
  await http.close()
  await rm(cacheDir, { recursive: true, force: true })
})

const rpcOf = (chain: SandboxChain): NodeRpc => nodeRpc(sandbox.rpcUrls[chain], http)
const topic = (address: Address): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const head = async (rpc: NodeRpc) =>
  (await rpc('eth_getBlockByNumber', ['latest', false])) as { hash: Hex; number: Hex; timestamp: Hex }
const call = async (rpc: NodeRpc, to: Address, data: Hex, from?: Address, block = 'latest') =>
  (await rpc('eth_call', [{ to, data, ...(from && { from }) }, block])) as Hex
const balance = async (rpc: NodeRpc, token: Address, of: Address, block = 'latest') =>
  hexToBigInt(
    await call(
      rpc,
      token,
      encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [of] }),
      undefined,
      block,
    ),
  )
const logs = async (rpc: NodeRpc, filter: object) =>
  (await rpc('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', ...filter }])) as {
    data: Hex
    topics: Hex[]
    blockNumber: Hex
  }[]
const near = (actual: number, expected: number, share: number) =>
  assert.ok(Math.abs(actual - expected) <= expected * share, `${actual} is not within ${share * 100} % of ${expected}`)

test('the poisoner looks like the friend', () => {
  const [friend, poisoner] = [ACTORS.friend.address.toLowerCase(), ACTORS.poisoner.address.toLowerCase()]
  assert.notEqual(friend, poisoner)
  assert.equal(friend.slice(0, 6), poisoner.slice(0, 6))
  assert.equal(friend.slice(-4), poisoner.slice(-4))
})

test('progress is told for every network up to the head', async () => {
  for (const chain of SANDBOX_CHAINS) {
    const last = progress.filter((step) => step.chain === chain).at(-1)
    assert.equal(last?.done, true)
    assert.equal(last.blocks, Number((await head(rpcOf(chain))).number))
  }
})

test('a second build has the same head hash, and close leaves no process and no file', async () => {
  const second = await startSandbox({ cacheDir })
  const hashes = await Promise.all(
    SANDBOX_CHAINS.map(async (chain) => (await head(nodeRpc(second.rpcUrls[chain], http))).hash),
  )
  await second.close()
  await second.close()
  assert.deepEqual(hashes, await Promise.all(SANDBOX_CHAINS.map(async (chain) => (await head(rpcOf(chain))).hash)))
  for (const chain of SANDBOX_CHAINS) assert.throws(() => process.kill(second.pids[chain], 0), { code: 'ESRCH' })
  assert.equal((await readdir(cacheDir)).length, SANDBOX_CHAINS.length, 'only the folders of the sandbox still running')
})

test('a start that is aborted rejects and leaves nothing running', async () => {
  const stop = new AbortController()
  const starting = startSandbox({
    cacheDir,
    chains: ['bsc'],
    signal: stop.signal,
    onProgress: ({ blocks }) => blocks === 20 && stop.abort(),
  })
  await assert.rejects(starting)
  assert.equal((await readdir(cacheDir)).length, SANDBOX_CHAINS.length)
})

for (const chain of SANDBOX_CHAINS) {
  describe(chain, () => {
    test('is its own network with a fixed head and blocks of the last week counted', async () => {
      const rpc = rpcOf(chain)
      const { timestamp, number } = await head(rpc)
      assert.equal(Number(await rpc('eth_chainId', [])), CHAIN_IDS[chain])
      assert.equal(Number(timestamp), HEAD_TIMESTAMP)
      const boundary = Number(number) - Number(sandbox.recentBlocks[chain])
      const older = (await rpc('eth_getBlockByNumber', [`0x${boundary.toString(16)}`, false])) as { timestamp: Hex }
      const newer = (await rpc('eth_getBlockByNumber', [`0x${(boundary + 1).toString(16)}`, false])) as {
        timestamp: Hex
      }
      assert.ok(HEAD_TIMESTAMP - Number(older.timestamp) > 7 * 86_400)
      assert.ok(HEAD_TIMESTAMP - Number(newer.timestamp) <= 7 * 86_400)
    })

    test('every contract of the world has code and every person has none', async () => {
      const rpc = rpcOf(chain)
      const { actors, tokens, dex, safe, traps, listed, honest, nfts, proxies, priceFeeds, erc4337, ...rest } =
        sandbox.world[chain]
      const { permit2, multicall3, create2Factory, sanctionsOracle, seaport } = rest
      const { pairs, pools, ...exchanges } = dex
      const groups = {
        erc4337,
        tokens,
        exchanges,
        pairs,
        pools,
        safe,
        traps,
        listed,
        honest,
        nfts,
        proxies,
        priceFeeds,
      }
      const services = { permit2, multicall3, create2Factory, sanctionsOracle, seaport }
      for (const [group, members] of Object.entries({ ...groups, services }))
        for (const [name, address] of Object.entries(members))
          assert.notEqual(await rpc('eth_getCode', [address, 'latest']), '0x', `${group}.${name} at ${address}`)
      for (const [name, address] of Object.entries(actors)) {
        const code = (await rpc('eth_getCode', [address, 'latest'])) as Hex
        const delegate = { delegated: honest.delegate, batching: erc4337.simple7702 }[name]
        assert.equal(code, delegate ? `0xef0100${delegate.slice(2).toLowerCase()}` : '0x', name)
      }
    })

    test('the ERC-4337 account is where its factory says', async () => {
      const { erc4337, actors } = sandbox.world[chain]
      const data = encodeFunctionData({
        abi: ACCOUNT_FACTORY_ABI,
        functionName: 'getAddress',
        args: [actors.trader, 0n],
      })
      const word = await call(rpcOf(chain), erc4337.accountFactory07, data)
      assert.equal(`0x${word.slice(26)}`, erc4337.account.toLowerCase())
    })

    test('the dollar tokens carry their real names and decimals', async () => {
      const rpc = rpcOf(chain)
      const { tokens, decimals } = sandbox.world[chain]
      const text = async (token: Address, selector: Hex) =>
        Buffer.from((await call(rpc, token, selector)).slice(2), 'hex').toString('utf8')
      for (const name of ['usdc', 'usdt', 'dai'] as const) {
        assert.match(await text(tokens[name], '0x95d89b41'), new RegExp(name.toUpperCase()))
        assert.equal(Number(await call(rpc, tokens[name], '0x313ce567')), decimals[name])
      }
      assert.match(await text(tokens.wrapped, '0x95d89b41'), new RegExp(PROFILES[chain].wrapped.symbol))
    })

    test('V2 and V3 quote the native coin near the price the feed answers', async () => {
      const rpc = rpcOf(chain)
      const { tokens, decimals, dex, priceFeeds } = sandbox.world[chain]
      const amountIn = nativeWorth(chain, 1_000)
      const path = [tokens.wrapped, tokens.usdc]
      const quoteV2 = encodeFunctionData({ abi: V2_ROUTER_ABI, functionName: 'getAmountsOut', args: [amountIn, path] })
      const v2 = decodeFunctionResult({
        abi: V2_ROUTER_ABI,
        functionName: 'getAmountsOut',
        data: await call(rpc, dex.v2Router, quoteV2),
      }) as readonly bigint[]
      const quoteV3 = encodeFunctionData({
        abi: QUOTER_V2_ABI,
        functionName: 'quoteExactInputSingle',
        args: [{ tokenIn: tokens.wrapped, tokenOut: tokens.usdc, amountIn, fee: V3_FEE, sqrtPriceLimitX96: 0n }],
      })
      const v3 = hexToBigInt((await call(rpc, dex.quoterV2, quoteV3)).slice(0, 66) as Hex)
      const dollar = Number(units(1, decimals.usdc))
      near(Number(v2[1]) / dollar, 1_000, 0.01)
      near(Number(v3) / dollar, 1_000, 0.01)
      const round = decodeFunctionResult({
        abi: PRICE_FEED_ABI,
        functionName: 'latestRoundData',
        data: await call(rpc, priceFeeds[PROFILES[chain].native], '0xfeaf968c'),
      }) as readonly [bigint, bigint, bigint, bigint, bigint]
      assert.equal(Number(round[1]) / 1e8, PRICES[PROFILES[chain].native])
      assert.ok(HEAD_TIMESTAMP - Number(round[3]) < 3_600, 'the feed is fresh at the head')
    })

    test('the trader has a history, and the fresh wallet has none', async () => {
      const rpc = rpcOf(chain)
      const { actors, tokens, nfts } = sandbox.world[chain]
      assert.ok(Number(await rpc('eth_getTransactionCount', [actors.trader, 'latest'])) > 20)
      assert.equal(Number(await rpc('eth_getTransactionCount', [actors.fresh, 'latest'])), 0)
      assert.ok(Number(await rpc('eth_getBalance', [actors.fresh, 'latest'])) > 0)
      const rents = await logs(rpc, {
        address: tokens.usdc,
        topics: [TRANSFER, topic(actors.trader), topic(actors.friend)],
      })
      assert.ok(rents.length >= 10)
      const owner = encodeFunctionData({ abi: COLLECTION_ABI, functionName: 'ownerOf', args: [2n] })
      assert.equal(hexToBigInt(await call(rpc, nfts.collectible, owner)), BigInt(actors.trader))
    })

    test('old state can be read at old blocks', async () => {
      const rpc = rpcOf(chain)
      const { actors, tokens, traps } = sandbox.world[chain]
      assert.equal(await rpc('eth_getCode', [traps.drainer, '0x64']), '0x')
      assert.equal(Number(await rpc('eth_getTransactionCount', [actors.trader, '0x5'])), 0)
      const { number } = await head(rpc)
      const middle = `0x${Math.floor(Number(number) / 2).toString(16)}`
      assert.notEqual(
        await balance(rpc, tokens.usdc, actors.trader, middle),
        await balance(rpc, tokens.usdc, actors.trader),
      )
    })

    test('poison is planted: transfers of nothing and dust after a real payment', async () => {
      const rpc = rpcOf(chain)
      const { actors, tokens, traps } = sandbox.world[chain]
      const topics = [TRANSFER, topic(actors.trader), topic(actors.poisoner)]
      const planted = await logs(rpc, { topics })
      assert.deepEqual(new Set(planted.map(({ data }) => BigInt(data) === 0n)), new Set([true, false]))
      const forged = await logs(rpc, { address: traps.counterfeit, topics })
      assert.equal(forged.length, 1)
      assert.ok(
        (await logs(rpc, { address: tokens.usdc, topics: [TRANSFER, topic(actors.poisoner), topic(actors.trader)] }))
          .length > 0,
      )
    })

    test('the drainer has robbed and the honeypot has trapped', async () => {
      const rpc = rpcOf(chain)
      const { actors, tokens, traps, dex } = sandbox.world[chain]
      assert.equal(await balance(rpc, tokens.usdc, actors.victimOne), 0n)
      assert.equal(await balance(rpc, tokens.dai, actors.victimTwo), 0n)
      assert.ok((await balance(rpc, tokens.dai, actors.careless)) > 0n, 'the careless one still has what to lose')
      assert.ok((await balance(rpc, traps.honeypot, actors.buyerThree)) > units(100_000, 18))
      const sales = await logs(rpc, { address: traps.honeypot, topics: [TRANSFER, null, topic(dex.pairs.honeypot)] })
      const team = topic(actors.honeypotTeam)
      assert.ok(
        sales.every(({ topics }) => topics[1] === team),
        'only the team ever sold',
      )
    })

    test('the Safe, the proxy, the clone and the oracle are set up', async () => {
      const rpc = rpcOf(chain)
      const { actors, safe, proxies, sanctionsOracle } = sandbox.world[chain]
      const owners = decodeFunctionResult({
        abi: SAFE_ABI,
        functionName: 'getOwners',
        data: await call(rpc, safe.account, encodeFunctionData({ abi: SAFE_ABI, functionName: 'getOwners' })),
      })
      assert.deepEqual(owners, [actors.trader, actors.friend])
      const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
      assert.equal(await rpc('eth_getStorageAt', [proxies.upgradeable, slot, 'latest']), topic(proxies.implementation))
      assert.match((await rpc('eth_getCode', [proxies.clone, 'latest'])) as Hex, /^0x363d3d373d3d3d363d73/)
      const listed = encodeFunctionData({ abi: SANCTIONS_ABI, functionName: 'isSanctioned', args: [actors.sanctioned] })
      assert.equal(Number(await call(rpc, sanctionsOracle, listed)), 1)
    })

    test('every scenario succeeds or fails on the chain as its story says', async () => {
      const rpc = rpcOf(chain)
      const failing = new Set(['honeypot-sale', 'reverting-call', 'insufficient-balance'])
      const scenarios = allScenarios(sandbox.world[chain])
      assert.equal(new Set(scenarios.map(({ id }) => id)).size, scenarios.length, 'ids are unique')
      assert.equal(demoScenarios(sandbox.world[chain]).length, 6)
      for (const { id, body } of scenarios) {
        const { from, to, data } = body
        const request = {
          from,
          ...(to && { to }),
          data,
          value: `0x${BigInt(body.value).toString(16)}`,
          gas: '0x7a1200',
        }
        const outcome = await rpc('eth_call', [request, 'latest']).then(
          () => 'succeeds',
          (error: Error) => error.message,
        )
        assert.equal(outcome === 'succeeds', !failing.has(id), `${id}: ${outcome}`)
      }
    })
  })
}

test('on Ethereum the Uniswap contracts are where their deployer made them', () => {
  const { dex, multicall3 } = sandbox.world.ethereum
  const made = (from: Address, nonce: bigint) => getContractAddress({ from, nonce })
  assert.equal(made('0x9C33eaCc2F50E39940D3AfaF2c7B8246B681A374', 0n), dex.v2Factory)
  assert.equal(made('0x9C33eaCc2F50E39940D3AfaF2c7B8246B681A374', 3n), dex.v2Router)
  assert.equal(made('0x6C9FC64A53c1b71FB3f9Af64d1ae3A4931A5f4E9', 0n), dex.v3Factory)
  assert.equal(made('0x05f32B3cC3888453ff71B01135B34FF8e41263F2', 0n), multicall3)
})
