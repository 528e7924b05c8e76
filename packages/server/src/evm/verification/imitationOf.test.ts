import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { NETWORKS } from '../../chains/index.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { imitationOf } from './sourceCheck.ts'

const usdc = { symbol: 'USDC', name: 'USD Coin' }

for (const chain of SANDBOX_CHAINS)
  test(`${chain}: the sandbox's counterfeit says USDC, and is not`, () => {
    const { traps } = sandboxWorld(chain)
    const original = NETWORKS[chain].tokens.find(({ symbol }) => symbol === 'USDC')?.address
    const found = imitationOf(chain, { address: traps.counterfeit, ...usdc })
    assert.deepEqual([found?.symbol, found?.by, found?.exact, found?.address], ['USDC', 'symbol', true, original])
  })

test('the genuine one does not imitate itself, in whatever case its address is', () => {
  const { tokens } = sandboxWorld('ethereum')
  assert.equal(imitationOf('ethereum', { address: tokens.usdc, ...usdc }), null)
  assert.equal(imitationOf('ethereum', { address: tokens.usdc.toLowerCase() as Address, ...usdc }), null)
})

test('a name in letters that only look alike is an imitation, and said to be no copy', () => {
  const found = imitationOf('ethereum', { address: `0x${'e1'.repeat(20)}`, symbol: 'USDС', name: 'Dollar' })
  assert.deepEqual([found?.symbol, found?.exact], ['USDC', false])
})

test('a token of its own name, and one without a name, imitate no token', () => {
  assert.equal(imitationOf('ethereum', { address: `0x${'e1'.repeat(20)}`, symbol: 'MEAD', name: 'Meadow' }), null)
  assert.equal(imitationOf('ethereum', { address: `0x${'e1'.repeat(20)}`, symbol: null, name: null }), null)
})
