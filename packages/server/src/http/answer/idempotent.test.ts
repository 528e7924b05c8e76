import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Edge } from '../context.ts'
import { createTestStorage } from '../testing/testPorts.ts'
import { idempotent } from './idempotent.ts'

test('an answer without a secret is repeated word for word', async () => {
  const storage = await createTestStorage(() => 0)
  const edge = { ports: storage, now: () => 0, log: () => undefined } as unknown as Edge
  const sent: Record<string, unknown> = {}
  const reply = {
    code: (status: number) => Object.assign(reply, sent, { status }),
    header: (name: string, value: string) => Object.assign(sent, { [name]: value }) && reply,
  } as unknown as FastifyReply & { status: number }
  const request = {
    caller: (await storage.addKey()).key,
    headers: { 'idempotency-key': 'k' },
    routeOptions: { method: 'POST', url: '/v1/monitors' },
    params: {},
    body: { a: 1 },
  } as unknown as FastifyRequest
  let created = 0
  const create = async () => ({ body: { id: ++created }, createdId: String(created), secret: false })

  assert.deepEqual(await idempotent(edge, request, reply, create), { id: 1 })
  assert.deepEqual(await idempotent(edge, request, reply, create), { id: 1 })
  assert.equal(reply.status, 201)
  assert.equal(sent['idempotent-replayed'], 'true')
  const elsewhere = { ...request, routeOptions: { method: 'POST', url: '/v1/webhooks' } } as unknown as FastifyRequest
  await assert.rejects(idempotent(edge, elsewhere, reply, create), /another request/)
  await storage.store.close()
})
