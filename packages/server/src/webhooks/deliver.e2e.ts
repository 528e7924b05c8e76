import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { selfSigned } from '@redoubt/egress/testing/selfSigned.ts'
import { retrySchedule } from '../domain/retrySchedule.ts'
import { openStore } from '../store/openStore.ts'
import { createDelivery } from './deliver.ts'
import { createPostDelivery } from './postDelivery.ts'

const OWNER = { accountId: 'acc_1', environment: 'live' } as const

/** An https receiver under a certificate of its own authority, and the loop over a real store. */
async function startWorld(listener: RequestListener, trusted = true) {
  const certificate = selfSigned(['localhost'])
  const server = createServer(certificate, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const egress = createEgress({ allow: [`localhost:${port}`], authorities: trusted ? [certificate.cert] : [] })
  const store = await openStore('sqlite::memory:', null)
  await store.migrate()
  const loop = createDelivery({
    outbox: store.outbox,
    schedule: retrySchedule([0]),
    post: createPostDelivery(egress.guarded.fetch, egress.guard.allow),
    onFailing: () => {},
    onProblem: (error) => {
      throw error
    },
  })
  const send = async (path: string, endpoint: string) => {
    const { id } = await store.webhooks.create(OWNER, {
      url: `https://localhost:${port}${path}`,
      endpoint,
      events: [],
      secret: 's',
      now: Date.now(),
      entities: { spelled: [], keys: [] },
    })
    return again(id)
  }
  const again = async (id: string) => {
    const event = { ...OWNER, type: 't', entity: null, data: '{}', identity: null, at: Date.now() }
    const made = await store.outbox.enqueueFor(id, event)
    return { id, deliveryId: made?.id ?? '' }
  }
  const until = async (sent: { id: string; deliveryId: string }, status: string) => {
    for (;;) {
      const found = await store.outbox.get(sent.id, sent.deliveryId)
      if (found?.status === status) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const end = async () => {
    await loop.close()
    await egress.close()
    await store.close()
    server.closeAllConnections()
    server.close()
  }
  return { store, loop, send, again, until, end }
}

test('https with a certificate that is trusted is delivered to, with any other it is not', async () => {
  for (const trusted of [true, false]) {
    const { loop, send, until, end } = await startWorld((_request, response) => response.writeHead(204).end(), trusted)
    const sent = await send('/', 'localhost')
    loop.start()
    const { attempts } = await until(sent, trusted ? 'delivered' : 'failed')
    assert.deepEqual(
      attempts.map(({ status }) => status),
      trusted ? [204] : [null, null, null, null, null],
    )
    if (!trusted) assert.match(attempts[0]?.error ?? '', /no trusted TLS/)
    await end()
  }
})

test('a webhook that never answers holds four places, and another at the same host and port is sent to', async () => {
  let hanging = 0
  const { loop, send, again, until, end, store } = await startWorld((request, response) => {
    if (request.url === '/slow') hanging++
    else response.end()
  })
  const first = await send('/slow', 'host')
  const slow = [first, ...(await Promise.all(Array.from({ length: 11 }, () => again(first.id))))]
  loop.start()
  while (hanging < 4) await new Promise((resolve) => setTimeout(resolve, 10))
  const quick = await send('/quick', 'host')
  loop.wake()
  await until(quick, 'delivered')
  assert.equal(hanging, 4)
  await loop.close()
  // Given back, not failed: the next process sends them.
  for (const { id, deliveryId } of slow) {
    const kept = await store.outbox.get(id, deliveryId)
    assert.deepEqual([kept?.status, kept?.attempts], ['pending', []])
  }
  await end()
})
