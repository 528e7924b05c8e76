import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from './parseAbi.ts'

test('reads whatever JSON.parse reads', () =>
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      assert.deepEqual(parseJson(text), JSON.parse(text))
    }),
  ))

test('brackets in texts are no levels, quotes in texts do not end them', () => {
  const value = { '[': '{"[[['.repeat(1_000), '\\': '\\"[['.repeat(1_000) }
  assert.deepEqual(parseJson(JSON.stringify(value)), value)
})

test('refuses deep nesting before it is parsed', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.ok(Array.isArray(parseJson(deep(64))))
  for (const text of [deep(65), deep(1_000_000), '['.repeat(1_000_000), '{"a":'.repeat(100_000)])
    assert.throws(() => parseJson(text), SyntaxError)
})

test('refuses what is none', () => {
  for (const text of ['', '<html>', '{"a":', ']', '"\\']) assert.throws(() => parseJson(text), SyntaxError)
})
