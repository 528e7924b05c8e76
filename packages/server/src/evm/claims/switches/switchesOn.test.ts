import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import { switchesOn, withoutOrders } from './switchesOn.ts'

const KEY: Address = `0x${'4e'.repeat(20)}`
const TOKEN: Address = `0x${'70'.repeat(20)}`
const gain = (asset: Address | null, amount = 5n) => ({ asset, amount, receiver: KEY })
const one: ClaimSwitch = {
  caller: KEY,
  by: 'owner()',
  selector: '0x12345678',
  signature: null,
  isKey: true,
  takes: null,
}

test('what takes one asset of two only stops the withdrawal of the other', () => {
  const both = { ...one, takes: gain(null), taken: [gain(null), gain(TOKEN, 7n)] }
  assert.deepEqual(switchesOn(TOKEN, [both])[0]?.takes, gain(TOKEN, 7n))
  assert.equal(switchesOn(TOKEN, [{ ...both, taken: [gain(null)] }])[0]?.takes, null)
})

test('a call whose takings were not told by asset stays as it is', () => {
  assert.deepEqual(switchesOn(TOKEN, [{ ...one, takes: gain(null) }])[0]?.takes, gain(null))
})

test('an executed order keeps its asset, its fee is no asset that stays, and what it takes beyond is taken', () => {
  const order = { ...one, taken: [], executes: [TOKEN] }
  assert.deepEqual(switchesOn(TOKEN, [order])[0]?.executes, [TOKEN])
  assert.deepEqual(switchesOn(null, [order]), [])
  const [stolen] = switchesOn(null, [{ ...order, taken: [gain(null)] }])
  assert.deepEqual([stolen?.takes, stolen?.executes], [gain(null), undefined])
})

test('other searches say nothing more of a call that executes an order or exchanges assets', () => {
  const other: ClaimSwitch = { ...one, selector: '0x87654321' }
  assert.deepEqual(withoutOrders([{ ...one, takes: gain(null) }, other], [{ ...one, executes: [null] }]), [other])
  assert.deepEqual(withoutOrders([one, other], [{ ...one, exchanges: true }]), [other])
  assert.deepEqual(withoutOrders([one, other], [one]), [one, other])
})
