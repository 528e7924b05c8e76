import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMarks } from './code.ts'
import { unfold } from './obfuscation.ts'

test('a kind is marked once, at its first sign, with the code around it', () => {
  const code = unfold('https://a.test/x.js', `${'a'.repeat(100)} second first ${'b'.repeat(400)}`)
  const marks = findMarks(code, [
    ['one', /missing/],
    ['one', /first/],
    ['one', /second/],
    ['two', (text) => text.indexOf('second')],
    ['three', () => null],
  ])
  assert.deepEqual(
    marks.map(({ kind, where }) => [kind, where]),
    [
      ['one', 'https://a.test/x.js'],
      ['two', 'https://a.test/x.js'],
    ],
  )
  assert.match(marks[0]?.excerpt ?? '', /^a{22} second first b+…$/)
})
