import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'

type Received = { headers: IncomingHttpHeaders; body: string }

describe('webhooks are delivered', () => {
  const received: Received[] = []
  /** Statuses to answer, in order; then 200. */
  let answers: number[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    const status = answers.shift() ?? 200
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  let close = async () => {}
  let call: (method: string, path: string, body?: object) => Promise<{ data: Record<string, never>; error?: unknown }>
  let url = ''

  before(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    url = `http://127.0.0.1:${port}/hook`
    const app = await createApp(
      readConfig({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: 'sqlite::memory:',
        EGRESS_ALLOW: `127.0.0.1:${port}`,
        WEBHOOK_RETRY_MS: '20,40,60,80',
      }),
      () => {},
    )
    close = app.close
    const base = await app.listen()
    const account = await app.store.accounts.create({ name: 'hooks', plan: 'pro' })
    const { token } = await app.store.keys.create({
      accountId: account.id,
      name: 'k',
      scopes: ['webhooks:write'],
      environment: 'live',
    })
    call = async (method, path, body) => {
      const response = await fetch(`${base}/v1/webhooks${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.json() as never
    }
  })
  after(async () => {
    await close()
    receiver.close()
  })

  const make = async (): Promise<{ id: string; secret: string }> => {
    received.length = 0
    return (await call('POST', '', { url, events: ['approval.new'] })).data as never
  }
  /** Asks until it is so; the test runner ends what never is. */
  const until = async <Value>(ask: () => Promise<Value | null>): Promise<Value> => {
    for (;;) {
      const found = await ask()
      if (found !== null) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  type Shown = { id: string; status: string; attempts: { status: number | null; error: string | null }[] }
  const delivered = (id: string, status: string) =>
    until(async () => {
      const { deliveries } = (await call('GET', `/${id}/deliveries`)).data as unknown as { deliveries: Shown[] }
      return deliveries[0]?.status === status ? deliveries[0] : null
    })
  const hmac = (secret: string, text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

  test('a test event arrives, signed in the header and in the body', async () => {
    const { id, secret } = await make()
    await call('POST', `/${id}/test`)
    const { attempts } = await delivered(id, 'delivered')
    assert.deepEqual(
      attempts.map(({ status, error }) => [status, error]),
      [[200, null]],
    )
    const [{ headers, body } = assert.fail('nothing arrived')] = received
    const { signature, ...rest } = JSON.parse(body)
    assert.equal(headers['x-svc-signature'], hmac(secret, body))
    assert.equal(signature, hmac(secret, JSON.stringify(rest)))
    assert.deepEqual(Object.keys(rest), ['id', 'type', 'timestamp', 'data'])
    assert.deepEqual([rest.type, rest.data.webhookId, headers['x-svc-event']], ['webhook.test', id, 'webhook.test'])
    assert.equal(headers['webhook-id'], rest.id)
    assert.equal(headers['content-type'], 'application/json')
  })

  test('a redirect, an error and 410 are failures; each attempt carries the same bytes', async () => {
    answers = [302, 500, 410]
    const { id } = await make()
    await call('POST', `/${id}/test`)
    const { attempts } = await delivered(id, 'delivered')
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [302, 500, 410, 200],
    )
    assert.equal(new Set(received.map(({ body }) => body)).size, 1)
    assert.equal(received.length, 4)
  })

  test('after five failures it is failing, nothing more is sent, and activated it goes on', async () => {
    answers = [500, 500, 500, 500, 500]
    const { id } = await make()
    await call('POST', `/${id}/test`)
    const { id: deliveryId, attempts } = await delivered(id, 'failed')
    assert.equal(attempts.length, 5)
    const status = async () => ((await call('GET', `/${id}`)).data as { status?: string }).status
    assert.equal(await status(), 'failing')
    assert.match(JSON.stringify(await call('POST', `/${id}/test`)), /CONFLICT.*activated/)
    assert.equal(received.length, 5)
    await call('POST', `/${id}/activate`)
    assert.equal(await status(), 'active')
    await call('POST', `/${id}/deliveries/${deliveryId}/retry`)
    await delivered(id, 'delivered')
    assert.equal(received.length, 6)
  })

  test('after a rotation both secrets sign', async () => {
    const { id, secret } = await make()
    const { secret: next } = (await call('POST', `/${id}/rotate-secret`, {})).data as unknown as { secret: string }
    await call('POST', `/${id}/test`)
    await delivered(id, 'delivered')
    const [{ headers, body } = assert.fail('nothing arrived')] = received
    assert.equal(headers['x-svc-signature'], hmac(next, body))
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const standard = (key: string) =>
      `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
        .update(signed)
        .digest('base64')}`
    assert.equal(headers['webhook-signature'], `${standard(next)} ${standard(secret)}`)
  })
})
