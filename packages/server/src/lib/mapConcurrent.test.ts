import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { mapConcurrent } from './mapConcurrent.ts'

test('maps in order with so many under way at once', async () => {
  let running = 0
  let max = 0
  const doubled = await mapConcurrent([5, 1, 4, 2, 3], 2, async (item, index) => {
    max = Math.max(max, ++running)
    for (let turn = 0; turn < item; turn++) await setImmediate()
    running--
    return `${index}:${item * 2}`
  })
  assert.deepEqual(doubled, ['0:10', '1:2', '2:8', '3:4', '4:6'])
  assert.equal(max, 2)
  assert.deepEqual(await mapConcurrent([], 2, async () => 1), [])
})

test('after a failure no other item is begun', async () => {
  const begun: number[] = []
  const mapped = mapConcurrent([1, 2, 3, 4], 1, async (item) => {
    begun.push(item)
    if (item === 2) throw new Error('broken')
  })
  await assert.rejects(mapped, /broken/)
  await setImmediate()
  assert.deepEqual(begun, [1, 2])
})
