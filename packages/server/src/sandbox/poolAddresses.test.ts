import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keccak256 } from 'viem/utils'
import { SANDBOX_POOLS } from '../intel/onchain/poolOf.ts'
import { CANONICAL } from './canonical.ts'
import { initCode } from './nodeRpc.ts'
import { cloneAddress, sortTokens, v2PairAddress, v3PoolAddress } from './poolAddresses.ts'

const { wrapped, usdc, dai, v2, v3 } = CANONICAL.ethereum

test('the order of the tokens does not matter', () => {
  assert.deepEqual(sortTokens(wrapped, usdc), sortTokens(usdc, wrapped))
  assert.equal(v2PairAddress(v2.factory, usdc, wrapped), v2PairAddress(v2.factory, wrapped, usdc))
  assert.equal(v3PoolAddress(v3.factory, usdc, dai, 500), v3PoolAddress(v3.factory, dai, usdc, 500))
})

test('scans know the code that creates the pools', () => {
  assert.deepEqual(SANDBOX_POOLS, { v2: keccak256(initCode('V2Pair')), v3: keccak256(initCode('V3Pool')) })
})

test('each fee has a pool of its own', () => {
  assert.notEqual(v3PoolAddress(v3.factory, usdc, dai, 500), v3PoolAddress(v3.factory, usdc, dai, 3_000))
})

test('a clone depends on its implementation', () => {
  assert.notEqual(cloneAddress(v2.factory, usdc), cloneAddress(v2.factory, dai))
})
