import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../errors.ts'
import { type AskedScans, admitScans } from './admitScans.ts'

const LIMITS = { atOnce: 2, atOnceWhenIdle: 2, waitShare: 1 / 4, fair: true }
const context = { environment: 'test', signal: new AbortController().signal } as const

/** Scans of transactions that lose an execution so many times, and end after `ms` each. */
function losing(times: number, ms = 0) {
  let scans = 0
  const transaction = async (_: unknown, { onBusy }: { onBusy?: () => void }) => {
    scans += 1
    if (scans <= times) onBusy?.()
    await new Promise((resolve) => setTimeout(resolve, ms))
    return scans
  }
  const { scans: admitted } = admitScans({ transaction } as unknown as AskedScans, LIMITS)
  const ask = (deadlineMs: number) =>
    admitted.transaction({ deadlineMs } as never, context) as unknown as Promise<number>
  return { ask, count: () => scans }
}
const isBusy = (error: unknown) => error instanceof ApiError && error.code === 'OVERLOADED'

test('a scan that lost an execution to others is made once more, and answered whole', async () => {
  const { ask, count } = losing(1)
  assert.equal(await ask(3_000), 2)
  assert.equal(count(), 2)
})

test('one that lost executions both times is OVERLOADED, never an answer', async () => {
  const { ask, count } = losing(9)
  await assert.rejects(ask(3_000), isBusy)
  assert.equal(count(), 2)
})

test('one that used up half of its deadline is not made again', async () => {
  const { ask, count } = losing(9, 60)
  await assert.rejects(ask(100), isBusy)
  assert.equal(count(), 1)
})
