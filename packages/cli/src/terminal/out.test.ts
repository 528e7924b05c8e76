import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showHidden, showHiddenInJson } from '@redoubt/client/text'
import { testTerminal } from '../testing/runCommand.ts'
import { createOut, paint } from './out.ts'

const ESCAPES: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['a colour', '\u001b[32mSAFE', '\\u{1b}[32mSAFE'],
  ['a control character of one byte (CSI)', '\u009b2J', '\\u{9b}2J'],
  ['a line end', 'USDC\r\nPROCEED', 'USDC\\u{d}\\u{a}PROCEED'],
  ['a right-to-left override', '\u202eCDSU', '\\u{202e}CDSU'],
  ['an isolate', '\u2067a\u2069', '\\u{2067}a\\u{2069}'],
  ['zero width', 'US\u200bDC', 'US\\u{200b}DC'],
  ['a tag character', 'a\u{e0041}', 'a\\u{e0041}'],
  ['half a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['an empty letter', '\u3164USDC', '\\u{3164}USDC'],
  ['honest letters', 'Größe 日本 🐸 $1,000', 'Größe 日本 🐸 $1,000'],
]
for (const [what, text, shown] of ESCAPES) test(`${what} is shown as text`, () => assert.equal(showHidden(text), shown))

test('JSON keeps its value, and holds no hidden character', () => {
  const value = { name: '\u202e\u001b[2J\u007f\u009b\u{e0041}\ud800', list: ['a\nb'] }
  const text = showHiddenInJson(value)
  assert.deepEqual(JSON.parse(text), value)
  assert.equal(showHidden(text.replaceAll('\n', '')), text.replaceAll('\n', ''))
})

test('columns are aligned for people and tabbed for programs; colours need a terminal', () => {
  const rows = [
    ['a', paint('red', 'bb\t'), 'c'],
    ['aaa', 'b', 'c'],
  ]
  const print = (isTerminal: boolean, env: Record<string, string> = {}) => {
    const { terminal, text } = testTerminal({ isTerminal, env })
    createOut(terminal, {}).table(['ONE', 'TWO', 'THREE'], rows)
    return text('stdout')
  }
  assert.equal(print(false), 'a\tbb\\u{9}\tc\naaa\tb\tc\n')
  assert.equal(print(true, { NO_COLOR: '1' }), 'ONE  TWO      THREE\na    bb\\u{9}  c\naaa  b        c\n')
  assert.ok(print(true).includes('\u001b[31mbb\\u{9}\u001b[39m  c'))
  assert.match(print(false, { FORCE_COLOR: '1' }), /^a\tbb/)
})
