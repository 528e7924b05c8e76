import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { visibleText } from './cleanText.ts'
import { takeTurns } from './takeTurns.ts'
import { wholeText } from './wholeText.ts'

const clean = (text: string) => wholeText(text, takeTurns())

const CASES: [string, string, string][] = [
  ['plain', 'Swap 5 USDC', 'Swap 5 USDC'],
  ['zero-width letters', 'U\u200bSDC', 'U[U+200B]SDC'],
  ['direction overrides', '\u202eCDSU\u202c', '[U+202E]CDSU[U+202C]'],
  ['a run of them, each by its number', `a${'\u200b'.repeat(6)}b`, `a[${'U+200B '.repeat(6).trim()}]b`],
  ['tag characters', 'ETH\u{e0041}', 'ETH[U+E0041]'],
  ['stacked marks', 'Z\u0337\u0337\u0337\u0336', 'Z\u0337\u0337[U+0337 U+0336]'],
  ['control characters and line ends', 'a\u0000b\r\nc\u2028d\te', 'a b c d e'],
  ['accents, as one code point each', 'Cafe\u0301', 'Caf\u00e9'],
  ['emoji as one picture', '\u{1f468}\u200d\u{1f680}', '\u{1f468}\u{1f680}'],
]
const HIDING: typeof CASES = [
  ['a selector and a joiner of one picture', '\u2764\ufe0f\u200d\u{1f525}', '\u2764\u{1f525}'],
  ['a joiner at the end of a picture', '😀\u200dok', '😀ok'],
  ['selectors beyond one', `😀${'\ufe0f'.repeat(3)}`, '😀[U+FE0F U+FE0F]'],
  ['joiners beyond one', `😀${'\u200d'.repeat(4)}x`, '😀[U+200D U+200D U+200D]x'],
  ['bits written in selectors and joiners', '😀\u200d\ufe0f\ufe0e\u200d', '😀[U+FE0F U+FE0E U+200D]'],
  ['a selector after a letter', 'a\ufe0f', 'a[U+FE0F]'],
]
for (const [name, input, expected] of [...CASES, ...HIDING])
  test(`whole: ${name}`, async () => assert.equal(await clean(input), expected))

test('text of any length is whole, and reads as its pieces do', async () => {
  const word = 'pay 漢字 é\u200b to 😀 '
  const long = word.repeat(20_000)
  const once = await clean(word)
  assert.equal(await clean(long), `${once} `.repeat(20_000).trim())
  assert.equal(await clean('漢😀'.repeat(30_000)), '漢😀'.repeat(30_000))
})

test('a quarter of a million marks on one letter: all but a few by their number', async () => {
  const marks = 262_144
  const text = await clean(`a${'\u0301\u0323'.repeat(marks / 2)}`)
  const numbered = text.match(/U\+03(01|23)/g)?.length ?? 0
  // Two stay on the letter, and two where each of 65 pieces begins.
  assert.ok(numbered >= marks - 2 * 65, String(numbered))
  assert.doesNotMatch(text, /\p{M}{3}/u)
})

test('whatever the text: nothing that hides, turns or breaks a line; short text as everywhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
      const whole = await clean(text)
      assert.doesNotMatch(whole, /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{DI}\u2800\u2028\u2029]/u)
      if (!/…|\p{M}/u.test(text + visibleText(text, 10_000))) assert.equal(whole, visibleText(text, 10_000))
    }),
  )
})
