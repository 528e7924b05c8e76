import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concatHex, keccak256, numberToHex } from 'viem/utils'
import type { Hex } from '../address.ts'
import { TRADER, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { isRecordRaised } from './raisedRecords.ts'

const SUM = 1_000_000_000n
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const entry = (key: bigint, place: bigint) => BigInt(keccak256(concatHex([word(key), word(place)])))
const diffOf = (...changes: [slot: bigint, before: bigint, after: bigint][]) => ({
  [UNKNOWN_CONTRACT]: {
    storage: Object.fromEntries(
      changes.map(([slot, before, after]) => [word(slot), { before: word(before), after: word(after) }]),
    ),
  },
})
const isRaised = (diff: ReturnType<typeof diffOf>, items: bigint[] = []) =>
  isRecordRaised(diff, { account: TRADER, asset: null, takers: [UNKNOWN_CONTRACT], items }, SUM)
const own = entry(BigInt(TRADER), 3n)

test('a sum under the key of the account is a record, also packed and less a fee', () => {
  assert.ok(isRaised(diffOf([own, 0n, SUM])))
  assert.ok(isRaised(diffOf([own, 5n, 5n + (SUM * 99n) / 100n])))
  assert.ok(isRaised(diffOf([own + 1n, 7n, 7n + (SUM << 128n)])))
})

test('a position under the account and a side, and an order that names the account, are records', () => {
  assert.ok(isRaised(diffOf([entry(1n, own) + 1n, 0n, SUM])))
  assert.ok(isRaised(diffOf([entry(77n, own), 0n, SUM]), [77n]))
  const order = entry(4n, 9n)
  assert.ok(isRaised(diffOf([order, 0n, BigInt(TRADER)], [order + 2n, 0n, SUM])))
})

test('a sum of another account, a larger number, a flag and a record that falls are none', () => {
  assert.ok(!isRaised(diffOf([entry(99n, 3n), 0n, SUM])))
  assert.ok(!isRaised(diffOf([own, 0n, SUM * 2n])))
  assert.ok(!isRaised(diffOf([own, 0n, 1n])))
  assert.ok(!isRaised(diffOf([own, SUM, 0n])))
})
