import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patient, withPatience } from './patience.ts'
import { withTimeout } from './withTimeout.ts'

test('limits are multiplied within the work, and with all that follows from it', async () => {
  assert.equal(patient(50), 50)
  await withPatience(10, async () => {
    assert.equal(patient(50), 500)
    await null
    assert.equal(patient(50), 500)
  })
  assert.equal(patient(50), 50)
})

test('a wait within patient work goes on beyond its usual limit', async () => {
  const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 60, 'late'))
  assert.equal(await withTimeout(slow(), 5), null)
  assert.equal(await withPatience(1_000, () => withTimeout(slow(), 5)), 'late')
})
