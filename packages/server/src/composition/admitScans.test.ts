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

/** Scans that end after `ms` by turn, incomplete where that is the deadline; they answer which one they were. */
function cold(ends: readonly number[], deadlineMs: number) {
  let scans = 0
  const transaction = async () => {
    const ms = ends[scans] ?? 0
    scans += 1
    const scan = scans
    await new Promise((resolve) => setTimeout(resolve, ms))
    return { scan, complete: ms < deadlineMs }
  }
  const { scans: admitted } = admitScans({ transaction } as unknown as AskedScans, LIMITS)
  const ask = async (chain = 'ethereum', environment: 'live' | 'test' = 'test') => {
    const result = await admitted.transaction({ deadlineMs, chain } as never, { ...context, environment })
    return result as unknown as { scan: number; complete: boolean }
  }
  return { ask, count: () => scans }
}

test('the first scan of a network that its deadline cut off is made once more', async () => {
  const { ask, count } = cold([60, 0], 50)
  assert.deepEqual(await ask(), { scan: 2, complete: true })
  assert.equal(count(), 2)
})

test('a later scan that its deadline cut off is answered as it is, and so is one cut off twice', async () => {
  const { ask } = cold([0, 60], 50)
  await ask()
  assert.deepEqual(await ask(), { scan: 2, complete: false })
  const twice = cold([60, 60, 60], 50)
  assert.deepEqual(await twice.ask(), { scan: 2, complete: false })
  assert.deepEqual(await twice.ask(), { scan: 3, complete: false })
})

test('each network of each environment has a first scan, and one that was incomplete in time is no reason', async () => {
  const { ask, count } = cold([0, 60, 0, 60, 0], 50)
  await ask('ethereum')
  assert.deepEqual(await ask('bsc'), { scan: 3, complete: true })
  assert.deepEqual(await ask('ethereum', 'live'), { scan: 5, complete: true })
  assert.equal(count(), 5)
  let scans = 0
  const transaction = async () => ({ scan: ++scans, complete: false })
  const { scans: admitted } = admitScans({ transaction } as unknown as AskedScans, LIMITS)
  await admitted.transaction({ deadlineMs: 3_000, chain: 'ethereum' } as never, context)
  assert.equal(scans, 1)
})

test('one that used up half of its deadline is not made again', async () => {
  const { ask, count } = losing(9, 60)
  await assert.rejects(ask(100), isBusy)
  assert.equal(count(), 1)
})
