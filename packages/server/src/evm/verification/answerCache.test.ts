import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerCache } from './createVerification.ts'
import type { AbiItem } from './explorer.ts'

const unverified = { source: null, creation: null, complete: true }
const verified = (items = 1) => {
  const item: AbiItem = { type: 'function', name: 'f'.repeat(100), inputs: [], outputs: [] }
  return { ...unverified, source: { name: null, compiler: null, abi: Array.from({ length: items }, () => item) } }
}

test('each answer is kept for its own time', () => {
  let now = 0
  const cache = createAnswerCache(() => now)
  cache.set('verified', verified())
  cache.set('unverified', unverified)
  cache.set('incomplete', { ...verified(), complete: false })
  const kept = () => ['verified', 'unverified', 'incomplete'].filter((key) => cache.get(key) !== undefined)
  assert.deepEqual(kept(), ['verified', 'unverified', 'incomplete'])
  now = 60_000
  assert.deepEqual(kept(), ['verified', 'unverified'])
  now = 600_000
  assert.deepEqual(kept(), ['verified'])
  now = 24 * 3_600_000
  assert.deepEqual(kept(), [])
})

test('five thousand are kept, the newest', () => {
  const cache = createAnswerCache(() => 0)
  for (let index = 0; index < 6_000; index++) cache.set(`${index}`, unverified)
  assert.deepEqual([cache.get('999'), cache.get('1000') !== undefined], [undefined, true])
})

test('large ABIs are kept up to their size together', () => {
  const cache = createAnswerCache(() => 0)
  const large = verified(2_000)
  const letters = JSON.stringify(large.source.abi).length
  const max = Math.floor((32 * 1024 * 1024) / letters)
  for (let index = 0; index < max + 10; index++) cache.set(`${index}`, large)
  assert.deepEqual([cache.get('9'), cache.get('10') !== undefined], [undefined, true])
  cache.set('10', unverified)
  assert.deepEqual(cache.get('10'), unverified, 'a new answer takes the place of the old')
})
