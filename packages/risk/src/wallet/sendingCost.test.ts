import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gasLimit, MAX_GAS, maxFee } from './sendingCost.ts'

test('a limit is a half more than was used, with publishing, and no more than networks take', () => {
  assert.equal(gasLimit(100_000n, 0n), 150_000n)
  assert.equal(gasLimit(100_000n, 40_000n), 190_000n)
  assert.equal(gasLimit(MAX_GAS, 1n), MAX_GAS)
})

test('the most that is paid: twice the base fee, the tip, and twice what publishing costs', () => {
  assert.equal(maxFee({ baseFeePerGas: 10n }, { gas: 3n, published: 0n, tip: 1n }), 63n)
  assert.equal(maxFee({ baseFeePerGas: 10n }, { gas: 3n, published: 5n, tip: 1n }), 73n)
})
