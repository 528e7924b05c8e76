import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayWrite, PLENTY, writtenRange } from './writtenRange.ts'

test('a number that is written as it is lies where the path compared it', () => {
  const bound = { value: 7n, marks: 1, least: 5n, most: 100n }
  assert.deepEqual(writtenRange([bound], { value: 7n, marks: 1 }), { range: { least: 5n, most: 100n } })
  assert.deepEqual(writtenRange([bound], { value: 14n, marks: 1 }), {})
  assert.deepEqual(writtenRange([bound], { value: 7n, marks: 2 }), {})
})

test('a value outside of its bound is none that the call can write', () => {
  const range = { least: 5n, most: 100n }
  assert.equal(mayWrite({ range }, 4n, null), false)
  assert.equal(mayWrite({ range }, 5n, null), true)
  assert.equal(mayWrite({ range }, 101n, null), false)
  assert.equal(mayWrite({}, 101n, null), true)
})

test('a bound by a part of the supply is the same part of the real one', () => {
  const supply = 1_000_000n * 10n ** 18n
  const atLeast = { range: { least: PLENTY / 200n, most: (1n << 256n) - 1n } }
  assert.equal(mayWrite(atLeast, 10_000n, supply), false)
  assert.equal(mayWrite(atLeast, supply / 200n, supply), true)
  const tiny = { range: { least: PLENTY / 10n ** 22n, most: PLENTY } }
  assert.equal(mayWrite(tiny, 95n, supply), false)
  assert.equal(mayWrite(tiny, 10_000n, supply), true)
  // Where the supply is not known, the limit is taken as it stands.
  assert.equal(mayWrite(tiny, 10_000n, null), false)
})
