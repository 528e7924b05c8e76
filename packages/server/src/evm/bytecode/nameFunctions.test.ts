import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractFunction } from '@redoubt/risk/testing/sampleContract.ts'
import { nameFunctions } from './createBytecodeSource.ts'

const named = (signature: string, recovered: string, abi: readonly unknown[] | null = null) =>
  nameFunctions([{ ...contractFunction(signature), signature: null, arguments: recovered }], abi)[0]?.signature

test('by the index, when the arguments agree', () => {
  assert.equal(named('transfer(address,uint256)', 'address,uint256'), 'transfer(address,uint256)')
  assert.equal(
    named('transfer(address,uint256)', 'uint256,uint256'),
    'transfer(address,uint256)',
    'a width that is not checked',
  )
  assert.equal(
    named('transfer(address,uint256)', 'address'),
    'transfer(address,uint256)',
    'an argument that is not used',
  )
})

test('not when they disagree: selectors collide, and scams make them', () => {
  assert.equal(named('transfer(address,uint256)', 'bytes,uint256'), null)
  assert.equal(named('transfer(address,uint256)', 'address,uint256,uint256'), null)
  assert.equal(named('owner()', 'address'), null)
})

test('an unknown selector has no name', () => {
  assert.equal(named('aFunctionThatNobodyKnows(uint256)', 'uint256'), null)
})

test('the verified ABI goes first, and hostile items of it are skipped', () => {
  const mine = { type: 'function', name: 'mine', inputs: [{ type: 'tuple', components: [{ type: 'uint8' }] }] }
  assert.equal(named('mine((uint8))', 'uint256', [null, 7, { type: 'function' }, mine]), 'mine((uint8))')
})
