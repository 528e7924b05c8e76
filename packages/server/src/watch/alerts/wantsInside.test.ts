import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWantsInside } from './monitoring.ts'

const WHERE = { chain: 'bsc', environment: 'live' } as const

test('the store is asked at most twice a second for each chain, and again after a failure', async () => {
  let now = 0
  let asked = 0
  const answers = [async () => true, async () => false, () => Promise.reject(new Error('busy')), async () => true]
  const wantsInside = createWantsInside(
    { anyPayments: () => (answers[asked++] as () => Promise<boolean>)() },
    () => now,
  )
  assert.deepEqual([await wantsInside(WHERE), await wantsInside(WHERE), asked], [true, true, 1])
  assert.equal(await wantsInside({ ...WHERE, environment: 'test' }), false)
  now = 500
  await assert.rejects(wantsInside(WHERE), /busy/)
  assert.equal(await wantsInside(WHERE), true)
  assert.equal(asked, 4)
})
