import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { inTime, withTimeout } from './withTimeout.ts'

const FOREVER = new Promise<never>(() => {})

test('withTimeout gives the value in time, null when it is late, and the error of the work', async () => {
  assert.equal(await withTimeout(Promise.resolve('value'), 1_000), 'value')
  assert.equal(await withTimeout(FOREVER, 5), null)
  await assert.rejects(withTimeout(Promise.reject(new Error('broken')), 1_000), /broken/)
})

test('a wait without ref ends as well, and leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const alive = delay(50)
  assert.equal(await withTimeout(FOREVER, 5, { ref: false }), null)
  await alive
  await withTimeout(Promise.resolve(1), 60_000)
  assert.equal(timers(), before)
})

test('inTime fails with the message when the work is late', async () => {
  assert.equal(await inTime(Promise.resolve(null), 1_000, 'late'), null)
  await assert.rejects(inTime(FOREVER, 5, 'no answer within 5 ms'), /^Error: no answer within 5 ms$/)
  await assert.rejects(inTime(Promise.reject(new Error('broken')), 1_000, 'late'), /broken/)
})
