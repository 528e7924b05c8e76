import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { requestIdOf } from '../server.ts'

const of = (id?: string) => requestIdOf({ headers: { 'x-request-id': id } } as unknown as IncomingMessage)

test('a well-formed id is the client’s, any other is replaced', () => {
  assert.equal(of('order:1.a_b-C'), 'order:1.a_b-C')
  for (const id of ['', ' ', 'a b', 'ü', 'x'.repeat(129)]) assert.match(of(id), /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

test('ids are UUIDv7 of now, and no two are the same, also when the drawn randomness runs out', () => {
  const ids = Array.from({ length: 2_000 }, () => of())
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.ok(Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - Date.now()) < 60_000)
  }
})
