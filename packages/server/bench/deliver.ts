import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { retrySchedule } from '../src/domain/retrySchedule.ts'
import { openStore, type Store } from '../src/store/openStore.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { createDelivery } from '../src/webhooks/deliver.ts'
import { createPostDelivery } from '../src/webhooks/postDelivery.ts'

const DELIVERIES = 10_000
const WEBHOOKS = 8
const EVENTS = DELIVERIES / WEBHOOKS
const OWNER = { accountId: 'acc_bench', environment: 'live' } as const
const SECRET = '11'.repeat(32)

/**
 * Webhook deliveries a second to one local receiver in a process of its own, from a backlog that is due: leased, signed, sent
 * through the guarded egress, answered, and written. SQLite in a file, and PostgreSQL where BENCH_DATABASE_URL names one.
 */
export default async function deliver(): Promise<object> {
  const receiver = fork(join(import.meta.dirname, 'deliver/receiver.ts'))
  const [port] = (await once(receiver, 'message')) as [number]
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-deliver-'))
  try {
    const sqlite = await measure(`sqlite:${join(folder, 'deliver.db')}`, port)
    const postgres = await withSchema(process.env.BENCH_DATABASE_URL, (url) => measure(url, port))
    return { sqlite, postgres }
  } finally {
    receiver.disconnect()
    await rm(folder, { recursive: true })
  }
}

async function measure(url: string, port: number): Promise<object> {
  const store = await openStore(url, SECRET)
  await store.migrate()
  const egress = createEgress({ allow: [`127.0.0.1:${port}`] })
  try {
    const enqueuePerSecond = await fill(store, port)
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    let [made, good] = [0, 0]
    const loop = createDelivery({
      outbox: store.outbox,
      schedule: retrySchedule(null),
      post: createPostDelivery(egress.guarded.fetch, egress.guard.allow),
      onAttempt: ({ delivered }) => {
        if (delivered) good++
        if (++made === DELIVERIES) resolve()
      },
      onFailing: (id) => reject(new Error(`${id} is failing`)),
      onProblem: reject,
    })
    const [began, cpu] = [performance.now(), process.cpuUsage()]
    loop.start()
    await done
    // Written too.
    await loop.close()
    const seconds = (performance.now() - began) / 1_000
    const { user, system } = process.cpuUsage(cpu)
    return {
      perSecond: Math.round(good / seconds),
      perCpuSecond: Math.round((good * 1e6) / (user + system)),
      deliveries: good,
      webhooks: WEBHOOKS,
      seconds: Number(seconds.toFixed(2)),
      enqueuePerSecond,
    }
  } finally {
    await egress.close()
    await store.close()
  }
}

/** Answers how many deliveries a second were written, one event at a time. */
async function fill({ webhooks, outbox }: Store, port: number): Promise<number> {
  for (let made = 0; made < WEBHOOKS; made++)
    await webhooks.create(OWNER, {
      url: `http://127.0.0.1:${port}/`,
      endpoint: `127.0.0.1:${port}`,
      events: ['t'],
      secret: 'whsec_bench',
      entities: { spelled: [], keys: [] },
      now: Date.now(),
    })
  const data = JSON.stringify({ wallet: '0xab', text: 'x'.repeat(400) })
  const began = performance.now()
  for (let told = 0; told < EVENTS; told++)
    await outbox.enqueue({ ...OWNER, type: 't', entity: null, data, identity: null, at: Date.now() })
  return Math.round((DELIVERIES * 1_000) / (performance.now() - began))
}
