import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { getAddress } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { CANONICAL, SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { SEED, seedLabels } from './seedLabels.ts'

const LABELS: [Chain, `0x${string}`, string | null][] = [
  ['ethereum', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap V2 Router'],
  ['bsc', '0x10ed43c718714eb63d5aa57b78b54704e256024e', 'PancakeSwap V2 Router'],
  ['polygon', '0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff', 'QuickSwap V2 Router'],
  ['polygon', '0x000000000022d473030f116ddee9f6b43ac78ba3', 'Uniswap Permit2'],
  ['polygon', '0x402085c248eea27d92e8b30b2c58ed07f9e20001', 'x402 exact Permit2 proxy'],
  ['ethereum', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USD Coin (USDC)'],
  ['ethereum', '0x910cbd523d972eb0a6f4cae4618ad62622b39dbf', 'Tornado Cash 10 ETH'],
  // One address, deployed on two networks with different coins.
  ['bsc', '0x1e34a77868e19a6647b1f2f47b51ed72dede95dd', 'Tornado Cash 100 BNB'],
  ['polygon', '0x1e34a77868e19a6647b1f2f47b51ed72dede95dd', 'Tornado Cash 100 POL'],
  // A person with a key is the same person everywhere; a contract is not.
  ['polygon', '0x098b716b8aaf21512996dc57eb0615e2383e2f96', 'Ronin bridge exploiter (2022)'],
  ['bsc', '0x7a250d5630b4cf539739df2c5dacb4c659f2488d', null],
  ['ethereum', '0x00000000000000000000000000000000deadbeef', null],
]
for (const [chain, address, name] of LABELS)
  test(`${address} on ${chain} is ${name ?? 'unknown'}`, () =>
    assert.equal(seedLabels(chain, address)[0]?.name ?? null, name))

const rows = SEED.flatMap((group) => group.members.map(([address, name]) => ({ ...group, address, name })))

test('every address passes its EIP-55 checksum, so that no digit was mistyped', () => {
  for (const { address, name } of rows) assert.equal(getAddress(address.toLowerCase()), address, name)
})

test('about a hundred famous addresses beside the protocols', () => {
  const beside = rows.filter(({ category }) => ['exchange', 'mixer', 'bridge', 'hacker', 'scammer'].includes(category))
  assert.ok(beside.length >= 150, String(beside.length))
})

test('no account is named twice on one network, and each has a name and a source', () => {
  for (const chain of CHAINS) {
    const here = rows.filter(({ chains }) => chains === 'all' || chains.includes(chain))
    // A bridge that makes strangers' calls is both.
    const addresses = here.map(({ address, category }) => (category === 'open-executor' ? `relay ${address}` : address))
    assert.deepEqual(
      addresses.filter((address, at) => addresses.indexOf(address) !== at),
      [],
    )
  }
  for (const { name, source } of rows) {
    assert.match(name, /^[\w .,()&-]{3,60}$/)
    assert.match(source, /^.{5,80}$/)
  }
})

test('an accused account has an accuser who can be asked: an authority, the victim or a page', () => {
  for (const { category, confidence, source, name } of rows) {
    if (category !== 'hacker' && category !== 'scammer') continue
    assert.notEqual(confidence, 'low')
    assert.match(source, /\.(com|gov|co|news|io)\b|FBI|SlowMist|Verichains/, name)
    if (confidence === 'high') assert.match(source, /OFAC|FBI|kucoin\.com|Verichains/, name)
  }
})

test('no token and no protocol is accused', () => {
  for (const chain of CHAINS)
    for (const { address } of NETWORKS[chain].tokens)
      for (const [at, { category, source }] of seedLabels(chain, address).entries()) {
        assert.equal(category, at === 0 ? 'token' : 'defi_protocol')
        assert.notEqual(source, '')
      }
})

test('routers, position managers and the exchange of the sandbox stand at their real addresses and are named', () => {
  for (const chain of SANDBOX_CHAINS) {
    const { v2, v3, exchange } = CANONICAL[chain]
    for (const address of [v2.router, v2.factory, v3.router, v3.factory, v3.positionManager])
      assert.equal(seedLabels(chain, address)[0]?.category, 'defi_protocol', `${chain} ${address}`)
    assert.equal(seedLabels(chain, exchange)[0]?.category, 'exchange')
  }
})

test('no sandbox account that behaviour must reveal is in the seed', () => {
  for (const chain of SANDBOX_CHAINS) {
    const { traps, actors } = sandboxWorld(chain)
    for (const address of Object.values(traps)) assert.deepEqual(seedLabels(chain, address), [])
    for (const [name, address] of Object.entries(actors))
      if (name !== 'exchange') assert.deepEqual(seedLabels(chain, address), [], name)
  }
})
