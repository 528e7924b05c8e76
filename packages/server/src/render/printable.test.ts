import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { printable } from './printable.ts'

/** Fonts of Latin, Greek, Cyrillic and combining accents. */
const drawable = (codePoint: number) => codePoint < 0x530 || codePoint === 0x2026

const CASES: [string, string, string][] = [
  ['plain text', 'USD Coin', 'USD Coin'],
  ['accents, Greek and Cyrillic', 'Café Ωμέγα Жук', 'Café Ωμέγα Жук'],
  ['line ends and tabs are spaces', ' a\r\n\tb\u2028c ', 'a b c'],
  ['a direction override is seen', 'gpj\u202eexe', 'gpj[U+202E]exe'],
  ['zero-width letters are seen', 'US\u200b\u2060DC', 'US[U+200B U+2060]DC'],
  ['control characters are seen', 'a\u0000\u0007b', 'a[U+0000 U+0007]b'],
  ['a script without pictures is named', '你好', '[U+4F60 U+597D]'],
  ['a script that runs leftwards is named', 'שלום', '[U+05E9 U+05DC U+05D5 U+05DD]'],
  ['emoji', '\u{1f680} moon', '[U+1F680] moon'],
  ['half a surrogate pair', 'a\ud83db', 'a[U+D83D]b'],
  ['stacked accents beyond two', `Z${'\u0337'.repeat(4)}`, 'Z\u0337\u0337[U+0337 U+0337]'],
  ['what a PDF would take for syntax is text', ') Tj \\( <</S /JavaScript>>', ') Tj \\( <</S /JavaScript>>'],
  ['text that just fits', 'x'.repeat(20), 'x'.repeat(20)],
]
for (const [name, input, expected] of CASES)
  test(name, () => assert.equal(printable(input, Math.max(20, expected.length), drawable), expected))

test('long text ends in an ellipsis, also when its names make it long', () => {
  assert.equal(printable('x'.repeat(21), 20, drawable), `${'x'.repeat(19)}…`)
  assert.equal(printable('你好你好', 12, drawable), '[U+4F60 U+5…')
})

test('any text becomes printable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (input) => {
      const text = printable(input, 100, drawable)
      assert.ok([...text].length <= 100)
      assert.doesNotMatch(text, /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u0590-\u08ff\u2028\u2029]/u)
      for (const letter of text) assert.ok(drawable(letter.codePointAt(0) ?? 0))
    }),
  )
})
