import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { SECURITY_HEADERS } from '../answer/envelope.ts'
import { ServiceResponse } from '../answer/serviceResponse.ts'

const own = "default-src 'self'"

describe('what every answer carries', () => {
  const server = Fastify({ http: { ServerResponse: ServiceResponse } })
  server.get('/plain', (_, reply) => reply.send({ ok: true }))
  server.get('/own', (_, reply) => reply.header('content-security-policy', own).send('text'))
  server.get('/stream', (_, reply) => reply.send(Readable.from(['a', 'b'])))
  server.get('/own-stream', (_, reply) => reply.header('content-security-policy', own).send(Readable.from(['a'])))
  server.get('/carried', (_, reply) => {
    const raw = reply.raw as ServiceResponse
    raw.carried.push('x-request-id', 'one', 'retry-after', '5')
    return reply.header('retry-after', '9').send('text')
  })
  server.get('/throws', () => {
    throw new Error('gone')
  })
  let url = ''
  before(async () => {
    url = await server.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => server.close())

  for (const path of ['/plain', '/stream', '/throws', '/nowhere'])
    test(`${path} has the security headers, each once`, async () => {
      const { headers } = await fetch(`${url}${path}`)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) assert.equal(headers.get(name), value, name)
    })

  for (const path of ['/own', '/own-stream'])
    test(`${path}: a header of the route’s own goes first, and the others are there`, async () => {
      const { headers } = await fetch(`${url}${path}`)
      assert.equal(headers.get('content-security-policy'), own)
      assert.equal(headers.get('x-content-type-options'), SECURITY_HEADERS['x-content-type-options'])
    })

  test('what a request was given besides is sent, after what the route says', async () => {
    const { headers } = await fetch(`${url}/carried`)
    assert.equal(headers.get('x-request-id'), 'one')
    assert.equal(headers.get('retry-after'), '9')
  })
})
