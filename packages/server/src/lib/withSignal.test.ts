import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { withSignal } from './withSignal.ts'

test('a caller stops waiting when its signal aborts; the work goes on', async () => {
  const stop = new AbortController()
  const work = Promise.withResolvers<string>()
  const [one, other] = [withSignal(work.promise, stop.signal), withSignal(work.promise, new AbortController().signal)]
  stop.abort(new Error('gone'))
  await assert.rejects(one, /gone/)
  work.resolve('done')
  assert.equal(await other, 'done')
  await assert.rejects(withSignal(Promise.reject(new Error('unheard')), stop.signal), /gone/)
})

test('no listener stays on the signal after an answer', async () => {
  const { signal } = new AbortController()
  assert.equal(await withSignal(Promise.resolve(1), signal), 1)
  await assert.rejects(withSignal(Promise.reject(new Error('broken')), signal), /broken/)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})
