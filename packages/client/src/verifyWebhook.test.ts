import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from './index.ts'

// What is to be believed and what is not: the Python client is tested by the same file, and the server that it makes what is in it.

type Vector = {
  name: string
  secret: string | string[]
  body: string
  headers?: Record<string, string>
  toleranceSeconds?: number
  now?: number
  event?: object
  error?: string
}
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../vectors/webhooks.json'), 'utf8')) as Vector[]
const { body, secret, headers = {} } = vectors[0] ?? assert.fail('there are no vectors')

const EVENT = { id: 'evt_1', type: 'alert', timestamp: '2026-11-29T00:00:00.000Z', data: { score: 1 } }
const TEXT = JSON.stringify(EVENT)
const own = (text: string, key = 'key') => ({
  'x-svc-signature': `sha256=${createHmac('sha256', key).update(text).digest('hex')}`,
})
const hmac64 = (text: string, key: string | Buffer) => createHmac('sha256', key).update(text).digest('base64')
/** Headers of Standard Webhooks. */
function standard({ id = 'evt_1', timestamp = '1000', key = 'key' as string | Buffer, text = TEXT } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac64(`${id}.${timestamp}.${text}`, key)}`,
  }
}

describe('verifyWebhook', () => {
  for (const { name, body, event, error, ...options } of vectors) {
    test(name, async () => {
      for (const raw of [body, new TextEncoder().encode(body), new TextEncoder().encode(body).buffer]) {
        const verified = verifyWebhook(raw, options)
        if (error === undefined) assert.deepEqual(await verified, event)
        else
          await assert.rejects(
            verified,
            (thrown) => thrown instanceof WebhookVerificationError && thrown.code === error,
          )
      }
    })
  }

  test('headers are read as fetch and as Node give them', async () => {
    const { id } = await verifyWebhook(body, { secret, headers: new Headers(headers) })
    const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    assert.equal((await verifyWebhook(body, { secret, headers: listed })).id, id)
    const twice = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value, value]]))
    await assert.rejects(verifyWebhook(body, { secret, headers: twice }), WebhookVerificationError)
  })

  test('a part of a larger buffer is that part', async () => {
    const larger = new TextEncoder().encode(`xx${body}xx`)
    assert.equal(typeof (await verifyWebhook(larger.subarray(2, -2), { secret, headers })).id, 'string')
  })

  test('now is now', async () => {
    await assert.rejects(
      verifyWebhook(body, { secret, headers: vectors.find(({ now }) => now)?.headers ?? {}, toleranceSeconds: 1 }),
      { code: 'bad-timestamp' },
    )
  })

  test('a tolerance that is no number accepts nothing', async () => {
    const standard = vectors.find(({ now }) => now)
    assert.ok(standard)
    const given = { secret: standard.secret, headers: standard.headers ?? {} }
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, -1, '300', '5m', null]) {
      const value = wrong as number
      await assert.rejects(
        verifyWebhook(standard.body, { ...given, toleranceSeconds: value }),
        /^TypeError: .*toleranceSeconds/,
      )
      if (wrong !== null)
        await assert.rejects(
          verifyWebhook(standard.body, { ...given, toleranceSeconds: 300, now: value }),
          /^TypeError: .*now/,
        )
    }
  })

  test('bytes that are no UTF-8 are no event', async () => {
    await assert.rejects(verifyWebhook(new Uint8Array([0xff]), { secret }), { code: 'bad-body' })
  })

  test('a call that can never verify says so', async () => {
    for (const wrong of ['', [], [''], undefined])
      await assert.rejects(verifyWebhook(body, { secret: wrong as string }), /secret is missing/)
    await assert.rejects(verifyWebhook(JSON.parse(body), { secret }), /raw body/)
  })

  const REFUSED: { what: string; text?: string; headers?: Record<string, string>; code: string; says: RegExp }[] = [
    {
      what: 'no signature',
      headers: {},
      code: 'no-signature',
      says: /no X-Svc-Signature, and no signature in the body/,
    },
    {
      what: 'another key',
      headers: own(TEXT, 'other'),
      code: 'bad-signature',
      says: /^X-Svc-Signature does not fit: .*raw body/,
    },
    {
      what: 'no prefix',
      headers: { 'x-svc-signature': own(TEXT)['x-svc-signature'].slice(7) },
      code: 'bad-signature',
      says: /X-Svc/,
    },
    {
      what: 'upper case',
      headers: { 'x-svc-signature': `sha256=${own(TEXT)['x-svc-signature'].slice(7).toUpperCase()}` },
      code: 'bad-signature',
      says: /X-Svc/,
    },
    {
      what: 'an odd digit more',
      headers: { 'x-svc-signature': `${own(TEXT)['x-svc-signature']}0` },
      code: 'bad-signature',
      says: /X-Svc/,
    },
    {
      what: 'a byte less',
      headers: { 'x-svc-signature': own(TEXT)['x-svc-signature'].slice(0, -2) },
      code: 'bad-signature',
      says: /X-Svc/,
    },
    {
      what: 'a signature in the body by another key',
      text: `${TEXT.slice(0, -1)},"signature":"${own(TEXT, 'other')['x-svc-signature']}"}`,
      headers: {},
      code: 'bad-signature',
      says: /^The signature in the body/,
    },
    { what: 'no JSON', text: 'x', code: 'bad-body', says: /not JSON/ },
    { what: 'null', text: 'null', code: 'bad-body', says: /should have id, type, timestamp and data/ },
    ...(['id', 'type', 'timestamp', 'data'] as const).map((member) => ({
      what: `no ${member}`,
      text: JSON.stringify({ ...EVENT, [member]: undefined }),
      code: 'bad-body',
      says: /no event/,
    })),
    ...[null, 'x', []].map((data) => ({
      what: `data ${JSON.stringify(data)}`,
      text: JSON.stringify({ ...EVENT, data }),
      code: 'bad-body',
      says: /no event/,
    })),
  ]
  for (const { what, text = TEXT, headers: given = own(text), code, says } of REFUSED)
    test(`refused: ${what}`, async () => {
      await assert.rejects(verifyWebhook(text, { secret: 'key', headers: given }), { code, message: says })
    })

  test('one wrong secret of several is a call that is wrong', async () => {
    await assert.rejects(verifyWebhook(TEXT, { secret: ['key', ''], headers: own(TEXT) }), /secret is missing/)
    assert.deepEqual(await verifyWebhook(TEXT, { secret: ['other', 'key'], headers: own(TEXT) }), EVENT)
  })

  test('headers of Standard Webhooks: all three, within the tolerance of both sides, now by the clock', async () => {
    const at = (now: number, given = standard()) =>
      verifyWebhook(TEXT, { secret: 'key', headers: given, toleranceSeconds: 60, now })
    for (const now of [940, 1000, 1060]) assert.deepEqual(await at(now), EVENT)
    for (const now of [939, 1061])
      await assert.rejects(at(now), { code: 'bad-timestamp', message: /webhook-timestamp is more than 60 s away/ })
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await assert.rejects(at(1000, { ...standard(), [name]: undefined } as never), {
        code: 'no-signature',
        message: /needs the headers webhook-id, webhook-timestamp and webhook-signature/,
      })
    for (const timestamp of ['1000 ', ' 1000', '1e3', '0x3e8', '-1000', '1000.0', '0000000001000'])
      await assert.rejects(at(1000, standard({ timestamp })), { code: 'bad-timestamp' })
    const current = standard({ timestamp: String(Math.floor(Date.now() / 1000)) })
    assert.deepEqual(await verifyWebhook(TEXT, { secret: 'key', headers: current, toleranceSeconds: 60 }), EVENT)
  })

  test('one of several signatures is enough, in its one spelling', async () => {
    const { 'webhook-signature': good, ...rest } = standard()
    const by = (signature: string) =>
      verifyWebhook(TEXT, {
        secret: 'key',
        headers: { ...rest, 'webhook-signature': signature },
        toleranceSeconds: 60,
        now: 1000,
      })
    for (const fine of [good, `v1,AAAA ${good}`, `${good} v1a,x`, `v2,${good} ${good}`])
      assert.deepEqual(await by(fine), EVENT, fine)
    for (const wrong of [
      `x${good}`,
      `${good}x`,
      good.replace('v1,', 'v2,'),
      good.slice(0, -1),
      `${good}=`,
      `v1,${'A'.repeat(43)}=`,
    ])
      await assert.rejects(by(wrong), { code: 'bad-signature', message: /^webhook-signature does not fit/ }, wrong)
  })

  test('a key after whsec_ is base64; everything else is a secret of its own bytes', async () => {
    const by = (secret: string, key: string | Buffer) =>
      verifyWebhook(TEXT, { secret, headers: standard({ key }), toleranceSeconds: 60, now: 1000 })
    const encoded: [encoded: string, key: Buffer][] = ['AAAA', 'MfKQ', 'AAAAAA==', 'AAAAAAA='].map((text) => [
      `whsec_${text}`,
      Buffer.from(text, 'base64'),
    ])
    for (const [secret, key] of encoded) assert.deepEqual(await by(secret, key), EVENT, secret)
    for (const secret of [
      'whsec_',
      'whsec_A',
      'whsec_AAA',
      'whsec_AAAAA',
      'whsec_AAAA=',
      'whsec_AAAA AAAA',
      'xwhsec_AAAA',
      'whsec_AAA-',
      'whsec_AAAA!A==',
      'whsec_AAAAA===',
    ])
      assert.deepEqual(await by(secret, secret), EVENT, secret)
  })
})
