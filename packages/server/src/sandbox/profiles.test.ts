import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hardforkAt } from '../evm/simulation/engine/hardfork.ts'
import { SANDBOX_CHAINS } from './canonical.ts'
import { HEAD_TIMESTAMP, nativeWorth, PRICES, PROFILES, units } from './profiles.ts'

test('whole tokens become base units', () => {
  assert.equal(units(1.5, 6), 1_500_000n)
  assert.equal(units(0.01, 18), 10n ** 16n)
  assert.equal(units(400_000_000, 18), 400_000_000n * 10n ** 18n)
})

test('dollars become native coins at the price of the feed', () => {
  for (const chain of SANDBOX_CHAINS) {
    const coins = Number(nativeWorth(chain, 1_000)) / 1e18
    assert.ok(Math.abs(coins * PRICES[PROFILES[chain].native] - 1_000) < 1e-6)
  }
})

test('the sandbox runs the rules its networks have at the head', () => {
  for (const chain of SANDBOX_CHAINS)
    assert.equal(PROFILES[chain].hardfork, hardforkAt(chain, 300n, BigInt(HEAD_TIMESTAMP)))
})
