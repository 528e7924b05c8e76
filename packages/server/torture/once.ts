import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withSchema } from '../src/testing/withSchema.ts'
import type { DeliveryTimes } from '../src/webhooks/deliver.ts'
import { OWNER, prepare, startReceiver, startWorker, type Worker } from './deliver/world.ts'
import type { TortureResult } from './main.ts'

const EVENTS = 1_000
const TIMES: DeliveryTimes = { deadlineMs: 5_000, leaseMs: 30_000, lookEveryMs: 50, graceMs: 100 }
/** A lease that ends while the receiver still answers: deliveries must be seen twice, or nothing is measured. */
const LEASE_TOO_SHORT: DeliveryTimes = { deadlineMs: 5_000, leaseMs: 1, lookEveryMs: 5, graceMs: 0 }
const WAIT_MS = 120_000
/** After the last one arrived, for those that would come again. */
const AFTER_MS = 2_000

/** A thousand events wait, and several workers deliver them at once without a kill: each exactly once. */
export default async function onceEach(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-once-'))
  const sqlite = (name: string) => `sqlite:${join(folder, name)}`
  try {
    const two = await deliverAll(sqlite('two.db'), 2, TIMES)
    const four = await withSchema(process.env.TORTURE_DATABASE_URL, (url) => deliverAll(url, 4, TIMES))
    const control = await deliverAll(sqlite('control.db'), 2, LEASE_TOO_SHORT)
    const bites = control.again > 0 ? 0 : 1
    return { failed: two.failed + (four?.failed ?? 0) + bites, two, four, control: { again: control.again } }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function deliverAll(url: string, workers: number, times: DeliveryTimes) {
  const receiver = await startReceiver()
  const store = await prepare(url, receiver.port, 1)
  const running: Worker[] = []
  try {
    for (let number = 0; number < EVENTS; number++) {
      const data = JSON.stringify({ number, text: 'ünï😀'.repeat(number % 50) })
      await store.outbox.enqueue({ ...OWNER, type: 't', entity: null, data, identity: `${number}`, at: Date.now() })
    }
    for (let at = 0; at < workers; at++) running.push(startWorker({ url, allow: `127.0.0.1:${receiver.port}`, times }))
    const began = Date.now()
    while (Date.now() - began < WAIT_MS && receiver.deliveries.size < EVENTS)
      await new Promise((resolve) => setTimeout(resolve, 50))
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS))
    const all = [...receiver.deliveries.values()]
    const again = all.filter(({ times: arrived }) => arrived > 1).length
    const lost = EVENTS - new Set(all.map(({ number }) => number)).size
    const changed = all.filter(({ hashes, events }) => hashes.size > 1 || events.size > 1).length
    const problems = [...new Set(running.flatMap((worker) => worker.problems))].slice(0, 10)
    return {
      failed: lost + again + changed,
      workers,
      events: EVENTS,
      arrived: all.length,
      lost,
      again,
      changed,
      problems,
    }
  } finally {
    for (const worker of running) worker.process.kill('SIGTERM')
    for (const worker of running) await worker.ended
    receiver.close()
    await store.close()
  }
}
