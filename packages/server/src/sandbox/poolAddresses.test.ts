import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CANONICAL } from './canonical.ts'
import { cloneAddress, sortTokens, v2PairAddress, v3PoolAddress } from './poolAddresses.ts'

const { wrapped, usdc, dai, v2, v3 } = CANONICAL.ethereum

test('the order of the tokens does not matter', () => {
  assert.deepEqual(sortTokens(wrapped, usdc), sortTokens(usdc, wrapped))
  assert.equal(v2PairAddress(v2.factory, usdc, wrapped), v2PairAddress(v2.factory, wrapped, usdc))
  assert.equal(v3PoolAddress(v3.factory, usdc, dai, 500), v3PoolAddress(v3.factory, dai, usdc, 500))
})

test('each fee has a pool of its own', () => {
  assert.notEqual(v3PoolAddress(v3.factory, usdc, dai, 500), v3PoolAddress(v3.factory, usdc, dai, 3_000))
})

test('a clone depends on its implementation', () => {
  assert.notEqual(cloneAddress(v2.factory, usdc), cloneAddress(v2.factory, dai))
})
