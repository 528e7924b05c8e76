import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FoundHoldings, FoundToken } from '../facts/holdings.ts'
import { weighHoldings } from './weighHoldings.ts'

const DOLLAR: FoundToken = {
  token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  balance: 2_500_000n,
  priceUsd: 1,
  priceSource: 'Chainlink USDC/USD',
  maxUsd: null,
  priceSought: true,
  sellable: null,
  listed: true,
  imitates: null,
  asked: null,
  recipients: null,
}
const POOLED: FoundToken = {
  ...DOLLAR,
  token: `0x${'11'.repeat(20)}`,
  symbol: 'MEAD',
  name: 'Meadow',
  decimals: 18,
  balance: 10n ** 24n,
  priceUsd: 5,
  maxUsd: 60_000,
  listed: false,
  asked: true,
}
const NOTHING: FoundHoldings = {
  native: { balance: 0n, priceUsd: null, priceSource: null },
  tokens: [],
  nfts: [],
  complete: true,
  cut: [],
}

test('coin and tokens add up', () => {
  const native = { balance: 5n * 10n ** 17n, priceUsd: 3_000, priceSource: 'Chainlink ETH/USD' }
  const { totalUsd, ...weighed } = weighHoldings({ ...NOTHING, native, tokens: [DOLLAR] })
  assert.equal(totalUsd, 1_502.5)
  assert.deepEqual([weighed.native.valueUsd, weighed.tokens[0]?.valueUsd], [1_500, 2.5])
})

test('a token that only a pool prices is worth no more than the pool could pay', () => {
  assert.equal(weighHoldings({ ...NOTHING, tokens: [POOLED] }).totalUsd, 60_000)
})

test('spam keeps its figure and its reason, counts for nothing, and comes last', () => {
  const spam = { ...POOLED, imitates: 'USDC' }
  const weighed = weighHoldings({ ...NOTHING, tokens: [spam, { ...DOLLAR, priceUsd: null }, DOLLAR] })
  assert.equal(weighed.totalUsd, 2.5)
  assert.deepEqual(
    weighed.tokens.map(({ valueUsd, spam: reason }) => [valueUsd, reason]),
    [
      [2.5, null],
      [null, null],
      [60_000, 'looks like USDC and is not'],
    ],
  )
})

test('without any price the total is unknown, and a priced nothing is zero', () => {
  assert.equal(weighHoldings(NOTHING).totalUsd, null)
  assert.equal(weighHoldings({ ...NOTHING, native: { ...NOTHING.native, priceUsd: 3_000 } }).totalUsd, 0)
  assert.equal(weighHoldings({ ...NOTHING, tokens: [{ ...DOLLAR, decimals: null }] }).totalUsd, null)
})

test('whatever a contract answers, the total is a finite number and the order does not depend on the input’s', () => {
  const token = fc.record({
    token: fc.constantFrom<`0x${string}`>('0x01', '0x02', '0x03'),
    balance: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    decimals: fc.option(fc.integer({ min: 0, max: 255 })),
    priceUsd: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
    maxUsd: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  })
  fc.assert(
    fc.property(fc.uniqueArray(token, { selector: (one) => one.token }), (parts) => {
      const tokens = parts.map((part) => ({ ...DOLLAR, ...part }))
      const weighed = weighHoldings({ ...NOTHING, tokens })
      assert.ok(weighed.totalUsd === null || Number.isFinite(weighed.totalUsd))
      assert.deepEqual(weighHoldings({ ...NOTHING, tokens: tokens.toReversed() }).tokens, weighed.tokens)
    }),
  )
})
