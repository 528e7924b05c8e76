import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fairQueue.ts'

test('accounts take turns, and each has its own in the order in which they came', () => {
  const queue = createFairQueue<string>()
  for (const job of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(job.charAt(0), job)
  assert.deepEqual([queue.size(), queue.sizeOf('a'), queue.sizeOf('d')], [6, 3, 0])
  const taken = Array.from({ length: 7 }, () => queue.take())
  assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', null])
})

test('who was served last waits behind who comes new', () => {
  const queue = createFairQueue<string>()
  for (const job of ['a1', 'a2', 'a3']) queue.add('a', job)
  assert.equal(queue.take(), 'a1')
  queue.add('b', 'b1')
  assert.deepEqual([queue.take(), queue.take(), queue.take()], ['a2', 'b1', 'a3'])
})

test('what is taken out has no turn', () => {
  const queue = createFairQueue<string>()
  for (const job of ['a1', 'a2', 'b1']) queue.add(job.charAt(0), job)
  assert.deepEqual([queue.remove('a1'), queue.remove('a1'), queue.remove('b1')], [true, false, true])
  assert.deepEqual(queue.clear(), ['a2'])
  assert.deepEqual([queue.size(), queue.take()], [0, null])
})
