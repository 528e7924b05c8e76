import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CANONICAL } from './canonical.ts'
import { cloneAddress, sortTokens, v2PairAddress, v3PoolAddress } from './poolAddresses.ts'

const { wrapped, usdc, dai, v2, v3 } = CANONICAL.ethereum

test('pools of the main network come out where they really are', () => {
  assert.equal(v2PairAddress(v2.factory, wrapped, usdc), '0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc')
  assert.equal(v2PairAddress(v2.factory, dai, wrapped), '0xA478c2975Ab1Ea89e8196811F51A7B7Ade33eB11')
  assert.equal(v3PoolAddress(v3.factory, usdc, wrapped, 500), '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640')
})

test('the order of the tokens does not matter', () => {
  assert.deepEqual(sortTokens(wrapped, usdc), sortTokens(usdc, wrapped))
  assert.equal(v2PairAddress(v2.factory, usdc, wrapped), v2PairAddress(v2.factory, wrapped, usdc))
})

test('a clone depends on its implementation', () => {
  assert.notEqual(cloneAddress(v2.factory, usdc), cloneAddress(v2.factory, dai))
})
