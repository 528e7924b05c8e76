import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { packPriceFeeds } from './packPriceFeeds.ts'
import { packToken } from './packTables.ts'

const FEEDS: [Chain, string, Address, Address | 'native' | null, number][] = [
  ['ethereum', 'ETH / USD', '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419', 'native', 8],
  [
    'ethereum',
    'LINK / USD',
    '0x2c1d072e956affc0d435cb7ac38ef18d24d9127c',
    '0x514910771af9ca656af840dff83e8264ecf986ca',
    8,
  ],
  [
    'ethereum',
    'USDC / USD',
    '0x8fffffd4afb6115b954bd326cbe7b4ba576818f6',
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    8,
  ],
  ['ethereum', 'EUR / USD', '0xb49f677943bc038e9857d61e7d053caa2c1734c1', null, 8],
  ['bsc', 'BNB / USD', '0x0567f2323251f0aab15c8dfb1967e4e8a7d42aee', 'native', 8],
  [
    'polygon',
    'ETH / USD',
    '0xf9680d99d6c9589e2a93a78a04a279e509205945',
    '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
    8,
  ],
]
for (const [chain, description, feed, base, decimals] of FEEDS)
  test(`${description} on ${chain}`, () => {
    const found = packPriceFeeds(chain).find((one) => one.feed === feed)
    assert.deepEqual(
      { description: found?.description, base: found?.base, decimals: found?.decimals },
      { description, base, decimals },
    )
  })

test('a namesake is not what a feed prices', () => {
  // On these networks the only token with the symbol is a bridge's claim, or another project's.
  const NAMESAKES: [Chain, string][] = [
    ['ethereum', 'BTC'],
    ['ethereum', 'TRUMP'],
    ['bsc', 'FRAX'],
    ['bsc', 'CFX'],
    ['polygon', 'QUICK'],
    ['polygon', 'BNB'],
  ]
  for (const [chain, symbol] of NAMESAKES) {
    const feeds = packPriceFeeds(chain).filter((one) => one.symbol === symbol)
    assert.ok(feeds.length > 0, `${symbol} on ${chain}`)
    for (const { base } of feeds) assert.equal(base, null, `${symbol} on ${chain}`)
  }
})

test('feeds are distinct, and what a protocol redeems at prices no token', () => {
  for (const chain of CHAINS) {
    const feeds = packPriceFeeds(chain)
    assert.equal(new Set(feeds.map(({ feed }) => feed)).size, feeds.length)
    for (const { feed, base, quote, decimals, description } of feeds) {
      assert.match(feed, /^0x[0-9a-f]{40}$/)
      if (base !== null && base !== 'native') assert.notEqual(packToken(chain, base), null, description)
      if (description.endsWith('Exchange Rate')) assert.equal(base, null)
      assert.doesNotMatch(description, /reserve|healthcheck|stream|marketcap/i)
      assert.notEqual(quote, '')
      assert.ok(decimals === null || (decimals >= 0 && decimals <= 18), `${description}: ${decimals}`)
    }
  }
})
