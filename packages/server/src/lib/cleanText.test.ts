import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanText, visibleText } from './cleanText.ts'

const CASES: [string, string, string][] = [
  ['an ordinary symbol', 'USDC', 'USDC'],
  ['accents, as one code point each', 'Cafe\u0301', 'Caf\u00e9'],
  ['zero-width letters inside a name', 'US\u200bD\u2060C\ufeff', 'USDC'],
  ['direction overrides', '\u202eCDSU\u202c', 'CDSU'],
  ['tag characters', 'ETH\u{e0041}\u{e007f}', 'ETH'],
  ['fillers that draw nothing', 'a\u3164\u115f\u2800b', 'ab'],
  ['control characters and line ends', 'a\u0000b\r\nc\u2028d\te', 'a b c d e'],
  ['half a surrogate pair', 'a\ud800b', 'ab'],
  ['stacked marks', `Z${'\u0337'.repeat(40)}`, 'Z\u0337\u0337'],
  ['markup stays text', '<b>"&amp;\'', '<b>"&amp;\''],
  ['emoji', '\u{1f680} moon', '\u{1f680} moon'],
  ['nothing to see', '\u200b\u202e\u0007 ', ''],
  ['long text', 'x'.repeat(65), `${'x'.repeat(63)}…`],
  ['text that just fits', 'x'.repeat(64), 'x'.repeat(64)],
]

for (const [name, input, expected] of CASES) test(name, () => assert.equal(cleanText(input), expected))

const VISIBLE: [string, string, string][] = [
  ['an ordinary symbol', 'USDC', 'USDC'],
  ['zero-width letters inside a name', 'U\u200bSDC', 'U[U+200B]SDC'],
  ['direction overrides', '\u202eCDSU\u202c', '[U+202E]CDSU[U+202C]'],
  ['a run of them', `a${'\u200b\u200c'.repeat(9)}b`, 'a[U+200B U+200C U+200B U+200C …]b'],
  ['nothing else', '\u3164', '[U+3164]'],
  ['tag characters', 'ETH\u{e0041}', 'ETH[U+E0041]'],
  [
    'selectors and joiners beyond one',
    `\u2764${'\ufe0f'.repeat(2)}😀${'\u200d'.repeat(3)}x`,
    '\u2764[U+FE0F]😀[U+200D U+200D]x',
  ],
  ['emoji as one picture', '\u2764\ufe0f \u{1f468}\u200d\u{1f680}', '\u2764 \u{1f468}\u{1f680}'],
  ['line ends and stacked marks', `a\nZ${'\u0337'.repeat(40)}`, 'a Z\u0337\u0337'],
]
for (const [name, input, expected] of VISIBLE)
  test(`visible: ${name}`, () => assert.equal(visibleText(input), expected))

function assertClean(clean: typeof cleanText, input: string): void {
  const text = clean(input)
  assert.ok([...text].length <= 64, input)
  assert.doesNotMatch(text, /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2028\u2029]/u, input)
  assert.equal(text, text.trim())
  assert.equal(clean(text), text, 'cleaning twice changes nothing')
}

test('any text becomes clean', () => {
  for (const clean of [cleanText, visibleText]) {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (input) => assertClean(clean, input)))
    assertClean(clean, '\u0344'.repeat(1e6))
  }
})

const data = process.env.REDOUBT_DATA ?? '../shared/data'
const strings = `${data}/hostile_inputs/naughty_strings.json`
test('the big list of naughty strings', { skip: existsSync(strings) ? false : `no ${strings}` }, () => {
  for (const input of JSON.parse(readFileSync(strings, 'utf8')) as string[])
    for (const clean of [cleanText, visibleText]) assertClean(clean, input)
})
