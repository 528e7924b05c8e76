import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wrapText } from './pen.ts'

/** Every letter is one wide. */
const count = (piece: string) => [...piece].length

const CASES: [string, string, number, string[]][] = [
  ['what fits is one line', 'all of it', 9, ['all of it']],
  ['a line breaks at a space', 'one two three', 8, ['one two', 'three']],
  ['a word wider than the line goes on', 'abcdefgh', 3, ['abc', 'def', 'gh']],
  ['a web address breaks after its slashes', 'https://example.org/path/x', 20, ['https://example.org/', 'path/x']],
  ['a letter keeps its accent', 'e\u0323\u0323e\u0323\u0323', 3, ['e\u0323\u0323', 'e\u0323\u0323']],
  ['nothing is one empty line', '', 5, ['']],
  ['what follows a long word shares its last line', 'abcdef gh', 5, ['abcde', 'f gh']],
]
for (const [name, text, width, expected] of CASES)
  test(name, () => assert.deepEqual(wrapText(text, width, count), expected))

test('no letter is lost, no line is too wide', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', '/', '.', '0'), minLength: 1, maxLength: 30 }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 20 }), (given, width) => {
      const lines = wrapText(given.join(' '), width, count)
      assert.equal(lines.join('').replaceAll(' ', ''), given.join(''))
      for (const line of lines) assert.ok(count(line) <= width)
    }),
  )
})
