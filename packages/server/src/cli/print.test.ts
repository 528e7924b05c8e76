import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printJson, printTable } from './print.ts'

const NAME = 'U\u200bSDC\u202e\u001b[2J\u3164\n\u{e0041}'

/** What a function writes to standard output. */
function written(print: () => void): string {
  const { write } = process.stdout
  let text = ''
  process.stdout.write = ((piece: string) => {
    text += piece
    return true
  }) as typeof write
  try {
    print()
  } finally {
    process.stdout.write = write
  }
  return text
}

test('tables show hidden characters as escapes', () => {
  const table = written(() => printTable(['NAME', 'PLAN'], [[NAME, 'pro']]))
  assert.equal(table.split('\n').length, 3)
  assert.match(table, /^U\\u\{200b\}SDC\\u\{202e\}\\u\{1b\}\[2J\\u\{3164\}\\u\{a\}\\u\{e0041\} {2}pro$/m)
})

test('JSON shows them as escapes and reads back as it was', () => {
  const json = written(() => printJson({ name: NAME }))
  assert.doesNotMatch(json.replaceAll('\n', ''), /[\p{C}\p{Zl}\p{Zp}\p{DI}]/u)
  assert.deepEqual(JSON.parse(json), { name: NAME })
})
