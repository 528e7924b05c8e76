import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { type SignedEvent, signatureHeaders, signedBody } from './sign.ts'

const hmac = (key: string, text: string) => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`
const event = fc.record({
  id: fc.string(),
  type: fc.string(),
  timestamp: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  data: fc
    .dictionary(
      fc.string({ minLength: 1 }).map((name) => `n${name}`),
      fc.jsonValue(),
    )
    .map((data) => JSON.stringify(data)),
})
const secret = fc.string({ minLength: 1, maxLength: 256 })

test('a receiver that takes the signature out and hashes the rest verifies it', () => {
  fc.assert(
    fc.property(event, secret, (given, key) => {
      const { signature, ...rest } = JSON.parse(signedBody(given, key))
      assert.equal(signature, hmac(key, JSON.stringify(rest)))
      assert.deepEqual(rest, { ...given, data: JSON.parse(given.data) })
    }),
  )
})

test('a receiver that hashes the raw body verifies the header, and one changed byte is noticed', () => {
  fc.assert(
    fc.property(event, secret, fc.nat(), (given, key, at) => {
      const body = signedBody(given, key)
      const headers = signatureHeaders({ ...given, deliveryId: 'd' }, body, [key], 0)
      assert.equal(headers['x-svc-signature'], hmac(key, body))
      const place = at % body.length
      assert.notEqual(headers['x-svc-signature'], hmac(key, `${body.slice(0, place)}\u0007${body.slice(place + 1)}`))
    }),
  )
})

test('the headers are those of Standard Webhooks: the vector of its reference libraries', () => {
  const headers = signatureHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', type: 't', deliveryId: 'd' },
    '{"test": 2432232314}',
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    1_614_265_330_999,
  )
  assert.equal(headers['webhook-id'], 'msg_p5jXN8AQM9LWM0D4loKWxJek')
  assert.equal(headers['webhook-timestamp'], '1614265330')
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('during a rotation both secrets sign, the current one first; the header of ours is the current one', () => {
  const headers = signatureHeaders({ id: 'e', type: 't', deliveryId: 'd' }, '{}', ['new', 'old'], 1_000)
  const sum = (key: string) => `v1,${createHmac('sha256', key).update('e.1.{}').digest('base64')}`
  assert.equal(headers['webhook-signature'], `${sum('new')} ${sum('old')}`)
  assert.equal(headers['x-svc-signature'], hmac('new', '{}'))
})

test('what the clients are tested with is what is sent', () => {
  type Vector = { made?: SignedEvent; secret: string; body: string; headers: Record<string, string>; now?: number }
  const file = join(import.meta.dirname, '../../../client/vectors/webhooks.json')
  const vectors = (JSON.parse(readFileSync(file, 'utf8')) as Vector[]).filter(({ made }) => made)
  assert.ok(vectors.length >= 2)
  for (const { made = assert.fail(), secret, body, headers } of vectors) {
    assert.equal(signedBody(made, secret), body)
    const at = 1000 * Number(headers['webhook-timestamp'] ?? 0)
    const sent = signatureHeaders({ ...made, deliveryId: 'dlv_0001' }, body, [secret], at)
    assert.deepEqual(headers, Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(headers, name))))
  }
})

test('a key after whsec_ is base64; everything else is a secret of its own bytes', () => {
  const signed = (secret: string) =>
    signatureHeaders({ id: 'e', type: 't', deliveryId: 'd' }, '{}', [secret], 1_000)['webhook-signature']
  const sum = (key: string | Buffer) => `v1,${createHmac('sha256', key).update('e.1.{}').digest('base64')}`
  for (const encoded of ['AAAA', 'MfKQ9r8G', 'AAAAAA==', 'AAAAAAA='])
    assert.equal(signed(`whsec_${encoded}`), sum(Buffer.from(encoded, 'base64')), encoded)
  for (const secret of [
    'whsec_',
    'whsec_A',
    'whsec_AAA',
    'whsec_AAAAA',
    'whsec_AAAA=',
    'whsec_A=',
    'whsec_AAAA!!==',
    'whsec_AAAA!!!=',
    'xwhsec_AAAA',
    'whsec_AAAA AAAA',
    'whsec_AAAA\n',
  ])
    assert.equal(signed(secret), sum(secret), secret)
})
