import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { signedOrder, worstOrder } from './seaportSteps.ts'

const struct = (type: string, values: Record<string, TypedValue>): TypedStruct => ({
  type,
  members: Object.entries(values).map(([name, value]) => ({ name, type: '', value })),
})
const item = (startAmount: bigint, endAmount = startAmount) =>
  struct('OfferItem', { itemType: 0n, startAmount, endAmount })
const order = (offer: TypedValue[], consideration: TypedValue[], startTime = 100n) =>
  struct('OrderComponents', { offer, consideration, startTime })
const EMPTY = order([], [])
const amounts = (items: { startAmount: bigint; endAmount: bigint }[] = []) =>
  items.map(({ startAmount, endAmount }) => [startAmount, endAmount])

test('the worst of an order gives the most and asks for the least, from now on', () => {
  const signed = signedOrder(order([item(5n, 9n)], [item(8n, 3n), item(2n)], 700n), 0)
  assert.ok(signed)
  const worst = worstOrder(signed, 500n)
  assert.deepEqual(amounts(worst.offer), [[9n, 9n]])
  assert.deepEqual(amounts(worst.consideration), [
    [3n, 3n],
    [2n, 2n],
  ])
  assert.equal(worst.startTime, 500n)
  assert.equal(worstOrder(signed, 900n).startTime, 700n)
})

test('an auction ends at a unit, since Seaport rounds up; nothing stays nothing', () => {
  const signed = signedOrder(order([item(1n)], [item(8n, 0n), item(0n)]), 0)
  assert.ok(signed)
  assert.deepEqual(amounts(worstOrder(signed, 500n).consideration), [
    [1n, 1n],
    [0n, 0n],
  ])
})

test('orders of a tree are counted without those that fill it up', () => {
  const bulk = struct('BulkOrder', {
    tree: [
      [order([item(1n)], []), EMPTY],
      [order([], [item(2n)]), EMPTY],
    ],
  })
  assert.deepEqual(amounts(signedOrder(bulk, 0)?.offer), [[1n, 1n]])
  assert.deepEqual(amounts(signedOrder(bulk, 1)?.consideration), [[2n, 2n]])
  assert.equal(signedOrder(bulk, 2), null)
  assert.equal(signedOrder(struct('Permit', {}), 0), null)
})
