import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListFormat } from '../ports.ts'
import { parseText } from './testParsing.ts'

/** Of the length that `linesOf` still lets through, with room for what stands around it. */
const LENGTH = 64_000
const PIECES = [
  ...':.-_%#/|^$*@~?!=,;&"\'\\[{(<> \t0aA',
  ...[
    'a.',
    'a:',
    '::',
    '1.',
    '- ',
    '? ',
    '%2',
    '||',
    '$$',
    '##',
    '#@',
    '/..',
    'a a',
    'xn--',
    '0x',
    '"a',
    "'a",
    'a,',
    '| ',
  ],
]
const ENDS = ['', '!', ' x', ':', ' - ']
const LISTS: [format: ListFormat, around: (text: string) => string][] = [
  ['lines', (text) => text],
  ['hosts', (text) => text],
  ['hosts', (text) => `0.0.0.0 ${text}`],
  ['hosts', (text) => `${text} evil.example`],
  ['adguard', (text) => text],
  ['adguard', (text) => `||${text}^$third-party`],
  ['adguard', (text) => `||evil.example^$${text}`],
  ['yaml-list', (text) => `- ${text}`],
  // The longest item that is parsed.
  ['yaml-list', (text) => `- ${text.slice(0, 8_000)}`],
  ['yaml-list', (text) => `- address: evil.example\n  name: ${text.slice(0, 8_000)}`],
  ['yaml-list', (text) => text],
  ['csv', (text) => text],
  ['csv', (text) => `evil.example,${text},${text.slice(0, 1000)}`],
  ['json-array', (text) => JSON.stringify([text])],
]
/** A line takes a millisecond or two; where each character looks at all others again it takes seconds. */
const MAX_MS = 500
/** A collection of the garbage that other tests left may fall into one try, and not into three. */
const TRIES = 3

for (const [format, around] of LISTS)
  test(`${format}: no line of 64,000 characters takes long, whatever it is made of: ${around('…')}`, async () => {
    for (const piece of PIECES) {
      for (const end of ENDS) {
        const line = piece.repeat(LENGTH / piece.length) + end
        const options = format === 'csv' ? { column: '1', nameColumn: '2', labelColumn: '3' } : {}
        let user = Number.POSITIVE_INFINITY
        for (let tried = 0; tried < TRIES && user >= MAX_MS * 1000; tried++) {
          const began = process.threadCpuUsage()
          await parseText({ format, text: around(line), options }).catch(({ name }) =>
            assert.equal(name, 'ImportError'),
          )
          user = process.threadCpuUsage(began).user
        }
        assert.ok(
          user < MAX_MS * 1000,
          `${user / 1000} ms for many ${JSON.stringify(piece)} before ${JSON.stringify(end)}`,
        )
      }
    }
  })
