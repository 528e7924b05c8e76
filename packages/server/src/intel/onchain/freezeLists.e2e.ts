import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain } from '../../evm/simulation/testing/testChain.ts'
import { frozenBy } from '../accountFact.ts'
import { answering } from './testing/answering.ts'
import { openSandbox } from './testing/openSandbox.ts'

const ABI = parseAbi(['function addBlackList(address)', 'function blacklist(address)', 'function unBlacklist(address)'])
let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(60_000)
})
const lower = (address: Address) => address.toLowerCase() as Address
const USDT: Address = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const USDC: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

describe('frozenBy', () => {
  test('names every issuer that froze the account, at the block', async () => {
    await using sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    const victim = lower(actors.victimOne)
    const by = async (address: Address) =>
      frozenBy(sandbox.source, { block: await sandbox.source.head(signal), address }, signal)
    const order = (to: Address, functionName: 'addBlackList' | 'blacklist' | 'unBlacklist', account: Address) =>
      sandbox.send({ from: actors.issuer, to, data: encodeFunctionData({ abi: ABI, functionName, args: [account] }) })

    const before = await sandbox.source.head(signal)
    assert.deepEqual(await by(victim), [])
    await order(tokens.usdt, 'addBlackList', victim)
    assert.deepEqual(await by(victim), ['USDT'])
    await order(tokens.usdc, 'blacklist', victim)
    assert.deepEqual(await by(victim), ['USDT', 'USDC'])
    await order(tokens.usdc, 'unBlacklist', victim)
    assert.deepEqual(await by(victim), ['USDT'])
    assert.deepEqual(await by(lower(actors.friend)), [], 'nobody else')
    assert.deepEqual(
      await frozenBy(sandbox.source, { block: before, address: victim }, signal),
      [],
      'the past is the past',
    )

    // As the real USDC does since FiatTokenV2_1, so that it cannot be sent to its own contract.
    await order(tokens.usdc, 'blacklist', tokens.usdc)
    assert.deepEqual(await by(lower(tokens.usdc)), [], 'a token that lists itself is not frozen')
  })

  test('on Polygon it asks Circle’s own dollar, and goes without an issuer that does not answer', async () => {
    await using sandbox = await openSandbox('polygon')
    const { actors, tokens } = sandbox.world
    const data = encodeFunctionData({ abi: ABI, functionName: 'blacklist', args: [actors.victimOne] })
    await sandbox.send({ from: actors.issuer, to: tokens.usdc, data })
    const block = await sandbox.source.head(signal)
    // The sandbox's Tether is Ethereum's, which knows no `isBlocked`.
    assert.deepEqual(await frozenBy(sandbox.source, { block, address: lower(actors.victimOne) }, signal), ['USDC'])
    assert.deepEqual(await frozenBy(sandbox.source, { block, address: lower(actors.friend) }, signal), [])
  })

  test('silence and nonsense are not an answer', async () => {
    const chain = await startTestChain()
    const source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits: { headReuseMs: 0 } })
    const bsc = createChainSource({ chain: 'bsc', urls: [chain.url] })
    const put = async (code: Record<Address, { code: Hex }>) => {
      await chain.place(code)
      return frozenBy(source, { block: await source.head(signal), address: `0x${'11'.repeat(20)}` }, signal)
    }
    try {
      const block = await source.head(signal)
      assert.equal(await put({}), null, 'no issuer here')
      assert.equal(
        await put({ [USDT]: { code: answering({ 'isBlackListed(address)': 2n }) } }),
        null,
        'neither yes nor no',
      )
      assert.deepEqual(await put({ [USDC]: { code: answering({ 'isBlacklisted(address)': 1n }) } }), ['USDC'])
      assert.deepEqual(await frozenBy(bsc, { block, address: USDT }, signal), [], 'no issuer keeps a list there')
    } finally {
      await Promise.all([source.close(), bsc.close()])
      await chain.close()
    }
  })
})
