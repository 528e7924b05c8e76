import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withSchema } from '../src/testing/withSchema.ts'
import { OWNER, prepare, startReceiver, startWorker } from './deliver/world.ts'
import type { TortureResult } from './main.ts'

const EVENTS = 1_000
const WAIT_MS = 90_000
/** After the last one arrived: time for one that should not come. */
const QUIET_MS = 2_000

/** 1,000 deliveries that are due at once and two to four processes that compete for them: each arrives exactly once. */
export default async function once(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-once-'))
  const result: TortureResult = { failed: 0 }
  try {
    for (const workers of [2, 3, 4]) {
      const sqlite = await compete(`sqlite:${join(folder, `once-${workers}.db`)}`, workers)
      const postgres = await withSchema(process.env.TORTURE_DATABASE_URL, (url) => compete(url, workers))
      result[`workers${workers}`] = { sqlite, postgres }
      result.failed += sqlite.failed + (postgres?.failed ?? 0)
    }
    return result
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function compete(url: string, workers: number) {
  const receiver = await startReceiver()
  const store = await prepare(url, receiver.port, 1)
  for (let number = 0; number < EVENTS; number++)
    await store.outbox.enqueue({
      ...OWNER,
      type: 't',
      entity: null,
      data: JSON.stringify({ number }),
      identity: null,
      at: Date.now(),
    })
  const running = Array.from({ length: workers }, () => startWorker({ url, allow: `127.0.0.1:${receiver.port}` }))
  const began = Date.now()
  while (receiver.deliveries.size < EVENTS && Date.now() - began < WAIT_MS)
    await new Promise((resolve) => setTimeout(resolve, 50))
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  for (const worker of running) worker.process.stdin?.end()
  for (const worker of running) await worker.ended
  const [webhook] = await store.webhooks.list(OWNER)
  const kept: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await store.outbox.list(webhook?.id ?? '', { limit: 100, cursor })
    kept.push(
      ...page.deliveries
        .filter(({ status, attempts }) => status !== 'delivered' || attempts.length !== 1)
        .map(({ id }) => id),
    )
    cursor = page.nextCursor
    if (cursor === null) break
  }
  receiver.close()
  await store.close()
  const all = [...receiver.deliveries.values()]
  const lost = EVENTS - all.length
  const twice = all.filter(({ times }) => times > 1).length
  const problems = running.flatMap((worker) => worker.problems)
  return {
    failed: lost + twice + kept.length,
    deliveries: all.length,
    lost,
    twice,
    otherwiseKept: kept.length,
    problems,
  }
}
