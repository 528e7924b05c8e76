import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { packPriceFeeds } from '../../intel/pack/packPriceFeeds.ts'
import { openWorld, type SimulationWorld } from '../simulation/testing/simulationWorld.ts'
import { chainlinkPrice, readChainlink } from './chainlinkPrice.ts'
import { feedCode } from './testing/feedCode.ts'

const NOW = 1_780_000_000n
const ETH_USD: Address = '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419'

const feed = (answer: bigint, round: { decimals?: bigint; updatedAt?: bigint } = {}) =>
  feedCode(answer, { updatedAt: NOW, ...round })

describe('Chainlink feeds of the data pack', () => {
  let world: SimulationWorld
  before(async () => {
    world = await openWorld({ chain: { headReuseMs: 0 } })
  })
  after(async () => {
    await world?.[Symbol.asyncDispose]()
  })
  const timeoutSignal = () => AbortSignal.timeout(10_000)
  const price = async (asset: Address | null) =>
    chainlinkPrice(world.source, { block: await world.source.head(timeoutSignal()), asset }, timeoutSignal())
  /** Feeds of one token, by what they are quoted in. */
  const packed = (symbol: string, quote: string) => {
    const [found] = packPriceFeeds('ethereum').filter((one) => one.symbol === symbol && one.quote === quote)
    assert.ok(found?.base && found.base !== 'native', `${symbol}/${quote} is in the pack`)
    return { feed: found.feed, token: found.base }
  }

  test('a token with a feed in dollars, decimals asked of the feed', async () => {
    const { feed: at, token } = packed('COMP', 'USD')
    await world.chain.place({ [at]: { code: feed(4_250_000_000n) } })
    assert.deepEqual(await price(token), { usd: 42.5, source: 'Chainlink COMP/USD', kind: 'oracle', maxUsd: null })
    await world.chain.place({ [at]: { code: feed(4_250_000_000n, { decimals: 10n }) } })
    assert.equal((await price(token))?.usd, 0.425)
  })

  test('a token with a feed in ether only is priced through ether', async () => {
    const { feed: at, token } = packed('RPL', 'USD')
    await world.chain.place({ [at]: { code: feed(1n, { decimals: 99n }) } })
    assert.equal(await price(token), null, 'a feed with absurd decimals says nothing')
    const { feed: inEther, token: lrc } = packed('LRC', 'ETH')
    await world.chain.place({
      [inEther]: { code: feed(10n ** 14n, { decimals: 18n }) },
      [ETH_USD]: { code: feed(3_000n * 10n ** 8n) },
    })
    const answer = await price(lrc)
    assert.equal(answer?.source, 'Chainlink LRC/ETH × ETH/USD')
    assert.ok(Math.abs((answer?.usd ?? 0) - 0.3) < 1e-9)
  })

  const BAD: Record<string, Hex> = {
    'an answer 26 hours old': feed(10n ** 8n, { updatedAt: NOW - 26n * 3_600n }),
    'an answer from the future': feed(10n ** 8n, { updatedAt: NOW + 86_400n }),
    'an answer of zero': feed(0n),
    'a negative answer': feed(-1n),
    'no answer': '0x60006000fd',
    'one word': '0x60206000f3',
  }
  for (const [name, code] of Object.entries(BAD))
    test(`${name} is no price, which is not a price of zero`, async () => {
      const { feed: at, token } = packed('COMP', 'USD')
      await world.chain.place({ [at]: { code } })
      assert.equal(await price(token), null)
    })

  test('an old answer is told as stale, with its date', async () => {
    const { feed: at, token } = packed('COMP', 'USD')
    const updatedAt = NOW - 26n * 3_600n
    await world.chain.place({ [at]: { code: feed(4_250_000_000n, { updatedAt }) } })
    const block = await world.source.head(timeoutSignal())
    const reading = await readChainlink(world.source, { block, asset: token }, timeoutSignal())
    assert.deepEqual(reading, { kind: 'stale', usd: 42.5, source: 'Chainlink COMP/USD', updatedAt })
  })

  test('a token without a feed', async () =>
    assert.equal(await price('0x00000000000000000000000000000000000000f1'), null))
})
