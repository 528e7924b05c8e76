import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import removedLiquidity from '@redoubt/risk/detectors/contract/removed-liquidity.ts'
import risenConcentration from '@redoubt/risk/detectors/contract/risen-concentration.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { contract, UNKNOWN_CONTRACT } from '@redoubt/risk/testing/sampleFacts.ts'
import { getAddress, numberToHex } from 'viem/utils'
import { transfer } from '../../sandbox/history/calls.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import { stageDeployer } from '../history/testing/stageDeployer.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { startTestProxy } from '../simulation/testing/testChain.ts'
import { distribution } from './distribution.ts'

/** Blocks that stand for a day and a week here: a day of Ethereum’s would take the node a minute to make. */
const PAST = { inADay: 40n, inAWeek: 90n }
const DEPLOYER = getAddress(`0x${'de9'.padEnd(40, '4')}`)
const GATHERER = getAddress(`0x${'9a7'.padEnd(40, '4')}`)

/** `totalSupply()`. */
const TOTAL_SUPPLY = '0x18160ddd'

const http = createOperatorFetch()
let sandbox: Sandbox
let source: ChainSource
let deployer: Awaited<ReturnType<typeof stageDeployer>>
const FRIENDS = ['f1', 'f2', 'f3', 'f4', 'f5'].map((name) => getAddress(`0x${name.padEnd(40, '4')}`))
const made: Record<'removed' | 'moved' | 'growing' | 'gathered' | 'collected', Address> = {} as never
const pools: typeof made = {} as never

const rpc = () => nodeRpc(sandbox.rpcUrls.ethereum, http)
const lower = (address: Address) => address.toLowerCase() as Address

async function ask(
  token: Address,
  {
    from = source,
    since = null,
    past = PAST,
  }: { from?: ChainSource; since?: bigint | null; past?: typeof PAST | null } = {},
): Promise<Distribution | null> {
  const signal = AbortSignal.timeout(20_000)
  const block = await from.head(signal)
  return distribution(from, { block, token: lower(token), creator: lower(DEPLOYER), owners: [], since, past }, signal)
}
const poolOf = (found: Distribution | null, of: keyof typeof made) =>
  found?.before?.day?.pools.find(({ address }) => address === lower(pools[of]))
const sum = (found: Distribution | null, side: 'usdBefore' | 'usdNow') =>
  found?.before?.day?.pools.reduce((total, pool) => total + (pool[side] ?? 0), 0) ?? 0

async function sends(from: Address, to: Address, amount: bigint) {
  await rpc()('anvil_setBalance', [from, numberToHex(10n ** 20n)])
  await rpc()('eth_sendTransaction', [
    { from, to: made.collected, data: transfer(to, amount), gas: numberToHex(200_000) },
  ])
  await rpc()('evm_mine', [])
}

before(async () => {
  sandbox = await reusedSandbox({ chains: ['ethereum'] })
  source = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum], limits: { headReuseMs: 0 } })
  deployer = await stageDeployer(rpc(), sandbox.world.ethereum, DEPLOYER)
  for (const name of ['removed', 'moved', 'growing', 'gathered', 'collected'] as const) {
    made[name] = await deployer.token()
    pools[name] = await deployer.withPool(made[name])
  }
  const supply = BigInt((await rpc()('eth_call', [{ to: made.collected, data: TOTAL_SUPPLY }, 'latest'])) as Hex)
  for (const friend of FRIENDS) await sends(DEPLOYER, friend, supply / 6n)
  await rpc()('anvil_mine', [numberToHex(PAST.inADay), '0xc'])
  for (const friend of FRIENDS) await sends(friend, GATHERER, supply / 6n)
  await deployer.removeAll(pools.removed)
  await deployer.removeAll(pools.moved)
  await deployer.withPositionInV3(made.moved)
  await deployer.withPool(made.growing)
  await rpc()('eth_sendTransaction', [
    { from: DEPLOYER, to: made.gathered, data: transfer(GATHERER, 10n ** 21n), gas: numberToHex(200_000) },
  ])
  await rpc()('evm_mine', [])
})
after(async () => {
  await source?.close()
  await sandbox?.close()
  await http.close()
})

describe('a token a day before', () => {
  it('had the liquidity that was removed since', async () => {
    const found = await ask(made.removed)
    const pool = poolOf(found, 'removed')
    assert.ok(pool && (pool.usdBefore ?? 0) > 5_000 && (pool.usdNow ?? 9) < 1, JSON.stringify(pool))
    assert.ok(pool.keptPercent !== null && pool.keptPercent < 0.1)
    assert.equal(found?.liquidityUsd, 0)
  })

  it('had it in another pool, where it moved', async () => {
    const found = await ask(made.moved)
    assert.ok((poolOf(found, 'moved')?.keptPercent ?? 100) < 0.1)
    assert.ok(sum(found, 'usdNow') > sum(found, 'usdBefore') / 2, JSON.stringify(found?.before?.day?.pools))
  })

  it('is not taken in by a gift of tokens to an emptied pool', async () => {
    await rpc()('eth_sendTransaction', [
      { from: DEPLOYER, to: made.removed, data: transfer(pools.removed, 10n ** 21n), gas: numberToHex(200_000) },
    ])
    await rpc()('evm_mine', [])
    assert.ok((poolOf(await ask(made.removed), 'removed')?.keptPercent ?? 100) < 0.1)
  })

  it('had less of it, where it grows', async () => {
    const pool = poolOf(await ask(made.growing), 'growing')
    assert.ok(
      (pool?.keptPercent ?? 0) > 150 && (pool?.usdNow ?? 0) > (pool?.usdBefore ?? 0) * 1.5,
      JSON.stringify(pool),
    )
  })

  it('was as it is, where nothing happened, on both days', async () => {
    const found = await ask(sandbox.world.ethereum.tokens.honest)
    for (const past of [found?.before?.day, found?.before?.week]) {
      assert.ok(past)
      assert.ok(past.pools.length > 0 && past.pools.every(({ keptPercent }) => keptPercent === 100))
      const then = (address: Address) => past.topHolders.find((one) => one.address === address)?.share
      for (const { address, share } of found?.topHolders ?? []) assert.equal(then(address), share)
    }
  })

  it('had other holders', async () => {
    const found = await ask(made.gathered)
    const [now] = [found?.topHolders.find(({ address }) => address === lower(GATHERER))?.share ?? 0]
    const then = (of: Address) => found?.before?.day?.topHolders.find(({ address }) => address === lower(of))?.share
    assert.ok(now > 0)
    assert.equal(then(GATHERER), 0)
    assert.ok((then(DEPLOYER) ?? 0) >= now)
    const code = new Map(found?.before?.day?.topHolders.map(({ address, hasCode }) => [address, hasCode]))
    assert.deepEqual([code.get(lower(DEPLOYER)), code.get(lower(pools.gathered))], [false, true])
    assert.equal(found?.before?.day?.block, (await source.head(AbortSignal.timeout(5_000))).number - PAST.inADay)
  })
})

describe('what is said of a token by its yesterday', () => {
  const subject = contract(UNKNOWN_CONTRACT)
  async function idsOf(of: keyof typeof made): Promise<string[]> {
    const found = await ask(made[of])
    assert.ok(found)
    const { timestamp } = await source.head(AbortSignal.timeout(5_000))
    const block = { timestamp } as PinnedBlock
    const facts = { distribution: found, subject, isUntradable: false, block } as Facts
    const said = [removedLiquidity, risenConcentration].map((one) => [one.id, one.detect(facts)] as const)
    return said.flatMap(([id, hits]) => (Array.isArray(hits) && hits.length > 0 ? [id] : []))
  }

  it('removed liquidity is told, moved and grown liquidity is not', async () => {
    assert.deepEqual(await idsOf('removed'), ['removed-liquidity'])
    assert.deepEqual([await idsOf('moved'), await idsOf('growing')], [[], []])
  })
  it('a supply that one account gathered is told, one that the deployer always had is not', async () => {
    assert.deepEqual(await idsOf('collected'), ['risen-concentration'])
    assert.deepEqual(await idsOf('gathered'), [])
  })
})

describe('older blocks that cannot be read', () => {
  it('a week before, when the token is younger than that, or the network', async () => {
    assert.equal((await ask(made.removed))?.before?.week, null)
    const long = { inADay: 40n, inAWeek: 10n ** 9n }
    assert.equal((await ask(sandbox.world.ethereum.tokens.honest, { past: long }))?.before?.week, null)
    assert.equal((await ask(made.removed, { past: { inADay: 10n ** 8n, inAWeek: 10n ** 9n } }))?.before, null)
  })

  it('of a token younger than a day, and of one that is not asked about', async () => {
    const { number } = await source.head(AbortSignal.timeout(5_000))
    assert.equal((await ask(made.removed, { since: number - 10n }))?.before, null)
    assert.equal((await ask(made.removed, { past: null }))?.before, null)
    const newest = await deployer.token()
    assert.deepEqual((await ask(newest))?.before, { day: null, week: null }, 'its age is not known')
  })

  it('on a node without old state, and the rest is as before', async () => {
    const whole = await ask(made.removed)
    const proxy = await startTestProxy(sandbox.rpcUrls.ethereum)
    const head = await source.head(AbortSignal.timeout(5_000))
    proxy.rule = async (body, forward) => {
      const requests = (Array.isArray(body) ? body : [body]) as { id: number; method: string; params: unknown[] }[]
      const answer = await forward()
      const changed = ((Array.isArray(answer) ? answer : [answer]) as { id: number }[]).map((one) => {
        const asked = requests.find(({ id }) => id === one.id)
        const at = asked?.method === 'eth_call' ? JSON.stringify(asked.params[1]) : ''
        const isOld = /^"0x/.test(at) && BigInt(JSON.parse(at) as Hex) < head.number - 20n
        return isOld ? { jsonrpc: '2.0', id: one.id, error: { code: -32_000, message: 'missing trie node' } } : one
      })
      return { answer: Array.isArray(answer) ? changed : changed[0] }
    }
    const pruned = createChainSource({ chain: 'ethereum', urls: [proxy.url] })
    try {
      const found = await ask(made.removed, { from: pruned })
      assert.deepEqual(found?.before, { day: null, week: null })
      assert.deepEqual({ ...found, before: null }, { ...whole, before: null })
    } finally {
      await pruned.close()
      await proxy.close()
    }
  })
})
