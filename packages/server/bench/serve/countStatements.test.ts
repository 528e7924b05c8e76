import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countIn } from './countStatements.ts'

const message = (kind: string, content: string) => {
  const bytes = Buffer.from(`${kind}....${content}`)
  bytes.writeUInt32BE(bytes.length - kind.length, kind.length)
  return bytes
}
/** A start, two statements with their parameters, one plain query, and the end. */
const SENT = Buffer.concat([
  message('', 'user postgres'),
  ...['P', 'B', 'D', 'E', 'S', 'B', 'E', 'S', 'Q', 'X'].map((kind) => message(kind, 'EQEQ')),
])

test('statements are counted, however the bytes arrive', () => {
  for (const size of [1, 3, 7, SENT.length]) {
    let count = 0
    const take = countIn(() => count++)
    for (let at = 0; at < SENT.length; at += size) take(SENT.subarray(at, at + size))
    assert.equal(count, 3, `in pieces of ${size}`)
  }
})
