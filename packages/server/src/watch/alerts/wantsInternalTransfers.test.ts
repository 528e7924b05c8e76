import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWantsInside } from './monitoring.ts'

const WHERE = { chain: 'bsc', environment: 'live' } as const

test('the store is asked at most twice a second for each chain, and again after a failure', async () => {
  let now = 0
  let asked = 0
  const answers = [async () => true, async () => false, () => Promise.reject(new Error('busy')), async () => true]
  const wantsInternalTransfers = createWantsInside(
    { anyPayments: () => (answers[asked++] as () => Promise<boolean>)() },
    () => now,
  )
  assert.deepEqual([await wantsInternalTransfers(WHERE), await wantsInternalTransfers(WHERE), asked], [true, true, 1])
  assert.equal(await wantsInternalTransfers({ ...WHERE, environment: 'test' }), false)
  now = 500
  await assert.rejects(wantsInternalTransfers(WHERE), /busy/)
  assert.equal(await wantsInternalTransfers(WHERE), true)
  assert.equal(asked, 4)
})
