import assert from 'node:assert/strict'
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
})
