import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScanProgresses } from './scanProgress.ts'

const OWNER = { accountId: 'a', environment: 'test' } as const
const NOW = { waitMs: 0, signal: new AbortController().signal }

test('a scan without a question is not followed', () => {
  assert.equal(createScanProgresses(() => 0).begin(OWNER, 'scan'), null)
})

test('facts are told in the order in which they were asked for, and the end ends the wait', async () => {
  const progresses = createScanProgresses(() => 0)
  assert.deepEqual(await progresses.ask(OWNER, 'scan', NOW), { status: 'waiting', facts: [] })
  const report = progresses.begin(OWNER, 'scan')
  report?.fact('block', 'asked')
  report?.fact('simulation', 'asked')
  report?.fact('block', 'known')
  const facts = [
    { name: 'block', state: 'known' },
    { name: 'simulation', state: 'asked' },
  ]
  assert.deepEqual(await progresses.ask(OWNER, 'scan', NOW), { status: 'running', facts })
  const end = progresses.ask(OWNER, 'scan', { ...NOW, waitMs: 60_000 })
  report?.end()
  assert.deepEqual(await end, { status: 'done', facts })
})

test('another account follows a scan of its own', async () => {
  const progresses = createScanProgresses(() => 0)
  await progresses.ask({ ...OWNER, accountId: 'b' }, 'scan', NOW)
  assert.equal(progresses.begin(OWNER, 'scan'), null)
})

test('a followed scan is forgotten after a minute, and an account follows at most 50', async () => {
  let now = 0
  const progresses = createScanProgresses(() => now)
  for (let index = 0; index < 60; index++) await progresses.ask(OWNER, `scan ${index}`, NOW)
  assert.notEqual(progresses.begin(OWNER, 'scan 49'), null)
  assert.equal(progresses.begin(OWNER, 'scan 50'), null)
  now = 60_000
  await progresses.ask(OWNER, 'scan 50', NOW)
  assert.notEqual(progresses.begin(OWNER, 'scan 50'), null)
  assert.equal(progresses.begin(OWNER, 'scan 49'), null)
})
