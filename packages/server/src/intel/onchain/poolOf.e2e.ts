import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { shortAddress } from '@redoubt/risk/wording/accountNames.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain } from '../../evm/simulation/testing/testChain.ts'
import { SANDBOX_CHAINS, type SandboxChain } from '../../sandbox/canonical.ts'
import { poolOf } from './poolOf.ts'
import { answering } from './testing/answering.ts'
import { openSandbox } from './testing/openSandbox.ts'

let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(60_000)
})
const lower = (address: Address) => address.toLowerCase() as Address
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`

/** The code of the sandbox's own pools is known, so that no factory has to be asked. */
const PROOF = 'on chain: CREATE2 of the factory'
const SANDBOX: Record<SandboxChain, { v2: string; v3: string }> = {
  ethereum: {
    v2: 'Uniswap V2 pool USDC/WETH',
    v3: 'Uniswap V3 pool USDC/WETH 0.05 %',
  },
  bsc: {
    v2: 'PancakeSwap V2 pool USDC/WBNB',
    v3: 'Uniswap V3 pool USDC/WBNB 0.05 %',
  },
  polygon: {
    v2: 'QuickSwap V2 pool WPOL/USDC',
    v3: 'Uniswap V3 pool WPOL/USDC 0.05 %',
  },
}

for (const chain of SANDBOX_CHAINS)
  test(`pools of the sandbox’s ${chain} are proved and named`, async () => {
    await using sandbox = await openSandbox(chain)
    const { dex, traps, tokens, safe } = sandbox.world
    const block = await sandbox.source.head(signal)
    const of = (address: Address) => poolOf(sandbox.source, { block, address: lower(address) }, signal)
    const { v2, v3 } = SANDBOX[chain]
    const [pair, pool] = await Promise.all([of(dex.pairs.usdc), of(dex.pools.usdc)])
    assert.deepEqual([pair?.name, pair?.category, pair?.confidence, pair?.source], [v2, 'pool', 'high', PROOF])
    assert.deepEqual([pool?.name, pool?.category, pool?.confidence, pool?.source], [v3, 'pool', 'high', PROOF])
    const trap = await of(dex.pairs.honeypot)
    assert.match(
      trap?.name ?? '',
      new RegExp(shortAddress(traps.honeypot)),
      'a stranger’s token has no name of its own here',
    )
    for (const address of [tokens.usdc, dex.v2Router, dex.v2Factory, dex.positionManager, safe.account])
      assert.equal(await of(address), null)
  })

describe('what only answers like a pool', () => {
  const USDC: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
  const WETH: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
  const V2: Address = '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f'
  const V3: Address = '0x1f98431c8ad98523631ae4a59f267346ea31f984'
  const GENUINE: Address = '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc'
  const FAKE: Address = `0x${'fa'.repeat(20)}`
  const pair = (token0: Address, token1: Address, factory: Address, fee?: bigint) =>
    answering({
      'token0()': word(token0),
      'token1()': word(token1),
      'factory()': word(factory),
      ...(fee !== undefined && { 'fee()': fee }),
    })
  const lists = (pool: Address) => answering({ 'getPair(address,address)': word(pool) })

  const cases: Record<string, [Record<Address, { code: Hex }>, Address, boolean]> = {
    'the real pair at its address': [{ [GENUINE]: { code: pair(USDC, WETH, V2) } }, GENUINE, true],
    'a look-alike elsewhere': [{ [FAKE]: { code: pair(USDC, WETH, V2) } }, FAKE, false],
    'a look-alike when the factory has the real one': [
      { [FAKE]: { code: pair(USDC, WETH, V2) }, [V2]: { code: lists(GENUINE) } },
      FAKE,
      false,
    ],
    'a pair that the factory lists': [
      { [FAKE]: { code: pair(USDC, WETH, V2) }, [V2]: { code: lists(FAKE) } },
      FAKE,
      true,
    ],
    'a pair of an unknown factory': [
      { [FAKE]: { code: pair(USDC, WETH, FAKE) }, [V2]: { code: lists(FAKE) } },
      FAKE,
      false,
    ],
    'tokens in the wrong order': [{ [FAKE]: { code: pair(WETH, USDC, V2) }, [V2]: { code: lists(FAKE) } }, FAKE, false],
    'a V3 pool without a fee': [{ [FAKE]: { code: pair(USDC, WETH, V3) } }, FAKE, false],
    'a V3 pool with a fee above everything': [{ [FAKE]: { code: pair(USDC, WETH, V3, 2n ** 255n) } }, FAKE, false],
    nothing: [{}, FAKE, false],
  }
  for (const [name, [code, address, genuine]] of Object.entries(cases))
    test(`${name} is ${genuine ? 'a pool' : 'none'}`, async () => {
      const chain = await startTestChain()
      const source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits: { headReuseMs: 0 } })
      try {
        await chain.place(code)
        const label = await poolOf(source, { block: await source.head(signal), address }, signal)
        assert.equal(label?.name ?? null, genuine ? 'Uniswap V2 pool USDC/WETH' : null)
      } finally {
        await source.close()
        await chain.close()
      }
    })
})
