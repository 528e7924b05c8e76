import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CANONICAL } from '../../demo/canonical.ts'
import { CHAINS } from '../../risk/chain.ts'
import { INTEL_AS_OF, labelsOf } from './knownContracts.ts'
import { KNOWN_TOKENS } from './knownTokens.ts'

const LABELS: [(typeof CHAINS)[number], `0x${string}`, string | null][] = [
  ['ethereum', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap V2 Router'],
  ['bsc', '0x10ed43c718714eb63d5aa57b78b54704e256024e', 'PancakeSwap V2 Router'],
  ['polygon', '0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff', 'QuickSwap V2 Router'],
  ['polygon', '0x000000000022d473030f116ddee9f6b43ac78ba3', 'Uniswap Permit2'],
  ['ethereum', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USD Coin (USDC)'],
  ['bsc', '0x7a250d5630b4cf539739df2c5dacb4c659f2488d', null],
  ['ethereum', '0x00000000000000000000000000000000deadbeef', null],
]
for (const [chain, address, name] of LABELS)
  test(`${address} on ${chain} is ${name ?? 'unknown'}`, () =>
    assert.equal(labelsOf(chain, address)[0]?.name ?? null, name))

test('labels accuse nobody and name their source', () => {
  for (const chain of CHAINS)
    for (const { address } of KNOWN_TOKENS[chain])
      for (const [at, { category, source }] of labelsOf(chain, address).entries()) {
        assert.equal(category, at === 0 ? 'token' : 'defi_protocol')
        assert.notEqual(source, '')
      }
})

test('routers and position managers of the sandbox, which stand at their real addresses, are named', () => {
  for (const chain of CHAINS) {
    const { v2, v3 } = CANONICAL[chain]
    for (const address of [v2.router, v2.factory, v3.router, v3.factory, v3.positionManager])
      assert.equal(labelsOf(chain, address)[0]?.category, 'defi_protocol', `${chain} ${address}`)
  }
})

test('token addresses are lower case and listed once', () => {
  for (const chain of CHAINS) {
    const addresses = KNOWN_TOKENS[chain].map(({ address }) => address)
    assert.equal(new Set(addresses).size, addresses.length)
    for (const address of addresses) assert.match(address, /^0x[0-9a-f]{40}$/)
  }
})

test('the list has a date', () => assert.match(INTEL_AS_OF, /^\d{4}-\d\d-\d\d$/))
