import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createSemaphore } from './semaphore.ts'

test('so many work at once, the others in the order in which they came', async () => {
  const { take } = createSemaphore(2)
  const begun: string[] = []
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => {
    const slot = take()
    slot.granted.then(() => begun.push(name))
    return slot
  })
  await setImmediate()
  assert.deepEqual(begun, ['a', 'b'])
  c?.release()
  b?.release()
  b?.release()
  await setImmediate()
  assert.deepEqual(begun, ['a', 'b', 'd'], 'who left the line is passed over, and a place is given back once')
  a?.release()
  d?.release()
  e?.release()
  const late = take()
  await late.granted
})
