import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { withinTime } from './withinTime.ts'
import { withSignal } from './withSignal.ts'

const forever = (signal: AbortSignal) => withSignal(pause(1_000), signal)

describe('withinTime', () => {
  it('fires when the time is over', async () => {
    await assert.rejects(withinTime(new AbortController().signal, 5, forever), { name: 'TimeoutError' })
  })
  it('fires with the given signal, also one that has fired before', async () => {
    const caller = new AbortController()
    const left = withinTime(caller.signal, 1_000, forever)
    caller.abort(new Error('gone'))
    await assert.rejects(left, { message: 'gone' })
    assert.equal(await withinTime(caller.signal, 1_000, async ({ reason }) => reason.message), 'gone')
  })
  it('leaves neither timer nor listener behind', async () => {
    const { signal } = new AbortController()
    const bounded = await withinTime(signal, 5, async (one) => one)
    assert.equal(getEventListeners(signal, 'abort').length, 0)
    await pause(20)
    assert.equal(bounded.aborted, false)
  })
})
