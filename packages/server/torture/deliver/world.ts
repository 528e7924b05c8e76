import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openStore, type Store } from '../../src/store/openStore.ts'
import type { DeliveryTimes } from '../../src/webhooks/deliver.ts'

export const OWNER = { accountId: 'acc_torture', environment: 'live' } as const
export const SECRET = '11'.repeat(32)
/** `from`: the number of the first event that it tells; without it, it only delivers. `acknowledgesFirst`: wrongly, before the event is written. */
export type WorkerOrders = {
  url: string
  allow: string
  from?: number
  times?: DeliveryTimes
  acknowledgesFirst?: boolean
}
export type Worker = { process: ChildProcess; ready: Promise<void>; ended: Promise<void>; problems: string[] }

/** Every delivery that arrived, by its id: its events (there must be one), how often, and in which bytes. */
export type Receiver = {
  port: number
  deliveries: Map<string, { number: number; events: Set<string>; times: number; hashes: Set<string> }>
  close(): void
}

/** A receiver that takes a while, now and then, so that a kill finds requests under way. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries: Receiver['deliveries'] = new Map()
  let count = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { id, data } = JSON.parse(body.toString()) as { id: string; data: { number: number } }
    const delivery = String(request.headers['x-svc-delivery'])
    const kept = deliveries.get(delivery) ?? { number: data.number, events: new Set(), times: 0, hashes: new Set() }
    deliveries.set(delivery, kept)
    kept.times++
    kept.events.add(id)
    kept.hashes.add(createHash('sha256').update(body).digest('hex'))
    if (++count % 3 === 0) await new Promise((resolve) => setTimeout(resolve, count % 40))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  server.on('clientError', (_, socket) => socket.destroy())
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, deliveries, close }
}

/** @param told is told each number whose event is acknowledged. */
export function startWorker(orders: WorkerOrders, told: (number: number) => void = () => {}): Worker {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), JSON.stringify(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const problems: string[] = []
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => {
    if (line === 'ready') resolve()
    else if (/^\d+$/.test(line)) told(Number(line))
    else problems.push(line)
  })
  const ended = once(lines, 'close').then(() => resolve())
  return { process: child, ready, ended, problems }
}

/** A migrated database with webhooks of one account for everything; the receiver is theirs. */
export async function prepare(url: string, port: number, webhooks: number): Promise<Store> {
  const store = await openStore(url, SECRET)
  await store.migrate()
  for (let made = 0; made < webhooks; made++)
    await store.webhooks.create(OWNER, {
      url: `http://127.0.0.1:${port}/${made}`,
      endpoint: `127.0.0.1:${port}`,
      events: ['t'],
      secret: `s${made}`,
      entities: { spelled: [], keys: [] },
      now: Date.now(),
    })
  return store
}
