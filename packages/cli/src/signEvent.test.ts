import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { signEvent } from './signEvent.ts'

// The vectors hold what the service itself sends; its own test compares.
test('an event is signed byte for byte as the service signs it', () => {
  type Made = { id: string; type: string; timestamp: string; data: string }
  type Vector = { made?: Made; secret: string; body: string; headers: Record<string, string> }
  const file = join(import.meta.dirname, '../../client/vectors/webhooks.json')
  const vectors = (JSON.parse(readFileSync(file, 'utf8')) as Vector[]).filter(({ made }) => made)
  assert.ok(vectors.length >= 2)
  for (const { made = assert.fail(), secret, body, headers } of vectors) {
    const at = 1000 * Number(headers['webhook-timestamp'] ?? 0)
    const sent = signEvent({ ...made, data: JSON.parse(made.data) }, { secret, deliveryId: 'dlv_0001', at })
    assert.equal(sent.body, body)
    assert.deepEqual(
      headers,
      Object.fromEntries(Object.entries(sent.headers).filter(([name]) => Object.hasOwn(headers, name))),
    )
  }
})
