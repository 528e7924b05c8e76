import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowance, execution, NOW, order, transfer } from '../testing/sampleMessage.ts'
import { isExpired } from './permissions.ts'

const block = { timestamp: NOW }

test('a permit is expired once its deadline is before the block', () => {
  assert.equal(isExpired(allowance({ deadline: NOW - 1n }), block), true)
  assert.equal(isExpired(allowance({ deadline: NOW }), block), false)
  assert.equal(isExpired(allowance({ deadline: null, expiration: null }), block), false)
  assert.equal(isExpired(transfer({ deadline: NOW - 1n }), block), true)
})

test('a Permit2 permission that would be over at once is expired; one of 0 lasts for the block it is used in', () => {
  assert.equal(isExpired(allowance({ expiration: NOW - 1n }), block), true)
  assert.equal(isExpired(allowance({ expiration: 0n }), block), false)
})

test('an order is expired after its end, unless it is one of a tree', () => {
  assert.equal(isExpired(order({ end: NOW - 1n }), block), true)
  assert.equal(isExpired(order({ end: NOW - 1n, bulk: 4 }), block), false)
  assert.equal(isExpired(order({ end: null }), block), false)
})

test('unknown types, and calls of an account, are not taken at their word', () => {
  assert.equal(isExpired(allowance({ protocol: null, deadline: NOW - 1n }), block), false)
  assert.equal(isExpired(execution({ deadline: NOW - 1n }), block), false)
})
