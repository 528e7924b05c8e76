import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LIMITS } from './limits.ts'
import { linesOf } from './lines.ts'

/** Returns the lines without blank ones, because a cut through CRLF adds one; importers skip them. */
function lines(pieces: Iterable<string>): string[] {
  const read: string[] = []
  for (const { text } of linesOf(pieces)) if (text !== '') read.push(text)
  return read
}

test('lines are the same wherever the text is cut', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '\u2028'), maxLength: 10 })
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      assert.deepEqual(
        lines(pieces),
        pieces
          .join('')
          .split(/[\r\n]+/)
          .filter((line) => line !== ''),
      )
    }),
  )
})

test('a line that just fits is whole, a longer one is only begun, and the next one is whole again', () => {
  const fits = 'a'.repeat(LIMITS.lineLength)
  const read: [number, boolean][] = []
  for (const { text, overlong } of linesOf([`${fits}\n`, fits, 'a', 'a\nb'])) read.push([text.length, overlong])
  assert.deepEqual(read, [
    [LIMITS.lineLength, false],
    [81, true],
    [1, false],
  ])
})
