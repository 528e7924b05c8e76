import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '../address.ts'
import type { Log } from '../facts/execution.ts'
import { arrivalShortfall } from './arrivalShortfall.ts'
import { type Measured, reading } from './condition.ts'

const ME: Address = `0x${'11'.repeat(20)}`
const [SHOP, TOKEN]: [Address, Address] = [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`]
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const moved = (from: Address, to: Address, amount: bigint): Log => ({
  address: TOKEN,
  topics: [TRANSFER, word(BigInt(from)), word(BigInt(to))],
  data: word(amount),
  index: 0,
})
const prize = (amount: bigint, success = true) => ({ name: 'x', success, events: [moved(SHOP, ME, amount)] })
const gained: Measured = {
  ...reading('token-balance', { target: TOKEN, account: ME }),
  before: 500n,
  after: 1_500n,
}
const shortfall = (runs: Parameters<typeof arrivalShortfall>[1]['runs'], one = gained, slippageBps = 0) =>
  arrivalShortfall(one, { runs, slippageBps })

test('the least prize of all runs that succeed is what must arrive', () => {
  assert.equal(shortfall([prize(1_000n), prize(400n), prize(700n)]), 600n)
  assert.equal(shortfall([prize(1_000n), prize(4_000n)]), 0n)
  assert.equal(shortfall([]), 0n)
})

test('a run that fails, and one that cannot be read, say nothing', () => {
  assert.equal(shortfall([prize(1n, false), { name: 'y', success: true, events: null }]), 0n)
})

test('events that cannot be read lower nothing: those of other contracts are passed over, and a token’s own make its run say nothing', () => {
  const broken = { ...moved(SHOP, ME, 1n), data: '0x' } as Log
  const elsewhere = { ...broken, address: SHOP }
  const run = (...events: Log[]) => ({ name: 'x', success: true, events })
  assert.equal(shortfall([run(elsewhere, moved(SHOP, ME, 400n))]), 600n)
  assert.equal(shortfall([run(elsewhere, moved(SHOP, ME, 1_000n))]), 0n)
  assert.equal(shortfall([run(broken)]), 0n)
  assert.equal(shortfall([run(broken, moved(SHOP, ME, 400n))]), 0n)
})

test('a run that brings nothing, or takes, leaves what was there before', () => {
  assert.equal(shortfall([{ name: 'z', success: true, events: [] }]), 1_000n)
  assert.equal(shortfall([{ name: 'z', success: true, events: [moved(ME, SHOP, 90n)] }]), 1_000n)
})

test('with slippage no more is given up than the slippage of the least prize', () => {
  const bps = 300
  const floor = gained.after - 30n - shortfall([prize(400n)], gained, bps)
  assert.equal(floor, 500n + 388n)
})

test('what leaves, and other values, have none', () => {
  assert.equal(shortfall([prize(1n)], { ...gained, before: 9_000n }), 0n)
  assert.equal(shortfall([prize(1n)], { ...gained, before: null }), 0n)
  assert.equal(shortfall([prize(1n)], { ...gained, kind: 'item-owner' }), 0n)
})
