import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../src/store/openStore.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { OWNER, prepare, type Receiver, startReceiver, startWorker, type Worker } from './deliver/world.ts'
import type { TortureResult } from './main.ts'

const KILLS = { sqlite: 200, postgres: 100, control: 20 }
/** Short leases, so that what the killed held is sent again while this runs. */
const TIMES = { deadlineMs: 1_000, leaseMs: 3_000, lookEveryMs: 50, graceMs: 100 }
const WAIT_MS = 60_000
/** What was lost does not come: longer than a lease, and no more. */
const CONTROL_WAIT_MS = 10_000

/**
 * Processes that tell events and deliver them are killed in the middle, again and again: every acknowledged event must arrive, and what
 * arrives again must be the same bytes. One worker on SQLite, two on PostgreSQL (TORTURE_DATABASE_URL). The control acknowledges an event before
 * it is written, and must lose some.
 */
export default async function kill(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-kill-'))
  try {
    const sqlite = await torture(`sqlite:${join(folder, 'kill.db')}`, 1, KILLS.sqlite)
    const postgres = await withSchema(process.env.TORTURE_DATABASE_URL, (url) => torture(url, 2, KILLS.postgres))
    const { unwritten } = await torture(`sqlite:${join(folder, 'control.db')}`, 1, KILLS.control, {
      acknowledgesFirst: true,
    })
    const bites = unwritten > 0 ? 0 : 1
    return { failed: sqlite.failed + (postgres?.failed ?? 0) + bites, sqlite, postgres, control: { unwritten } }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function torture(url: string, workers: number, kills: number, { acknowledgesFirst = false } = {}) {
  const receiver = await startReceiver()
  const store = await prepare(url, receiver.port, 2)
  const acknowledged = new Set<number>()
  const problems: string[] = []
  /** Each worker tells numbers of its own; after a kill the last one again, which it may have told or not. */
  const next = Array.from({ length: workers }, (_, place) => place * 1e9)
  const start = (place: number, from = next[place] ?? 0): Worker => {
    const orders = { url, allow: `127.0.0.1:${receiver.port}`, from, times: TIMES, acknowledgesFirst }
    const worker = startWorker(orders, (number) => {
      acknowledged.add(number)
      next[place] = number + 1
    })
    void worker.ended.then(() => problems.push(...worker.problems))
    return worker
  }
  const running = next.map((_, place) => start(place))
  try {
    for (let killed = 0; killed < kills; killed++) {
      const place = killed % workers
      const victim = running[place] ?? start(place)
      await victim.ready
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
      victim.process.kill('SIGKILL')
      await victim.ended
      running[place] = start(place)
    }
    for (const worker of running) {
      worker.process.kill('SIGKILL')
      await worker.ended
    }
    const last = startWorker({ url, allow: `127.0.0.1:${receiver.port}`, times: TIMES })
    running.splice(0, running.length, last)
    const ids = (await store.webhooks.list(OWNER)).map(({ id }) => id)
    const began = Date.now()
    const waitMs = acknowledgesFirst ? CONTROL_WAIT_MS : WAIT_MS
    while (Date.now() - began < waitMs && missing(acknowledged, receiver, ids.length) > 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
    const unwritten = await countUnwritten(acknowledged, store)
    const failing = (await store.webhooks.list(OWNER)).filter(({ status }) => status !== 'active').length
    const all = [...receiver.deliveries.values()]
    const lost = missing(acknowledged, receiver, ids.length)
    const changed = all.filter(({ hashes, events }) => hashes.size > 1 || events.size > 1).length
    const numbers = new Map<number, Set<string>>()
    for (const { number, events } of all) numbers.set(number, new Set([...(numbers.get(number) ?? []), ...events]))
    const emittedTwice = [...numbers.values()].filter(({ size }) => size > 1).length
    const again = all.filter(({ times }) => times > 1).length
    const failed = lost + changed + emittedTwice + failing + (acknowledged.size === 0 ? 1 : 0)
    return {
      failed,
      kills,
      workers,
      acknowledged: acknowledged.size,
      arrived: all.length,
      lost,
      unwritten,
      changed,
      emittedTwice,
      arrivedAgain: again,
      failing,
      problems: [...new Set(problems)].slice(0, 10),
    }
  } finally {
    for (const worker of running) worker.process.kill('SIGKILL')
    for (const worker of running) await worker.ended
    receiver.close()
    await store.close()
  }
}

/** Acknowledged events that some webhook was not sent. */
function missing(acknowledged: ReadonlySet<number>, { deliveries }: Receiver, webhooks: number): number {
  const arrived = new Map<number, number>()
  for (const { number } of deliveries.values()) arrived.set(number, (arrived.get(number) ?? 0) + 1)
  return [...acknowledged].filter((number) => (arrived.get(number) ?? 0) < webhooks).length
}

/** Acknowledged events that the database does not have. */
async function countUnwritten(acknowledged: ReadonlySet<number>, { events }: Store): Promise<number> {
  const all = { types: null, entity: null, since: null, until: null, beyond: null }
  const written = new Set<number>()
  for (const { data } of await events.list(OWNER, { order: 'oldest', limit: 1_000_000, ...all }))
    written.add((JSON.parse(data) as { number: number }).number)
  return [...acknowledged].filter((number) => !written.has(number)).length
}
