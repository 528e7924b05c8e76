import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { poolCandidates } from './findPools.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const QUOTES = [
  { address: at('2'), symbol: 'WETH', decimals: 18 },
  { address: at('9'), symbol: 'USDC', decimals: 6 },
]
const FACTORIES = [
  { exchange: 'Two', style: 'v2', factory: at('a'), fees: [] },
  { exchange: 'Three', style: 'v3', factory: at('b'), fees: [100, 500] },
  { exchange: 'Algebra', style: 'v3', factory: at('c'), fees: [] },
] as const

test('every factory is asked about every quote token, V3 once per tier, and Algebra once', () => {
  const asked = poolCandidates(at('5'), QUOTES, FACTORIES)
  assert.deepEqual(
    asked.map(({ pool, read }) => [pool.quote.symbol, pool.exchange, pool.fee, read.to, read.data.slice(0, 10)]),
    ['WETH', 'USDC'].flatMap((symbol) => [
      [symbol, 'Two', null, at('a'), '0xe6a43905'],
      [symbol, 'Three', 100, at('b'), '0x1698ee82'],
      [symbol, 'Three', 500, at('b'), '0x1698ee82'],
      [symbol, 'Algebra', null, at('c'), '0xd9a641e1'],
    ]),
  )
})

test('the smaller address is the first token of a pool; a token has no pool with itself', () => {
  const firsts = poolCandidates(at('5'), QUOTES, FACTORIES).map(({ pool }) => pool.tokenIsFirst)
  assert.deepEqual([...new Set(firsts.slice(0, 4)), ...new Set(firsts.slice(4))], [false, true])
  const own = poolCandidates(at('2'), QUOTES, FACTORIES).map(({ pool }) => pool.quote.symbol)
  assert.deepEqual([...new Set(own)], ['USDC'])
})
