import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryKey } from '../ports.ts'
import { fingerprintsOf } from './fingerprintsOf.ts'

const host = (value: string): EntryKey => ({ kind: 'host', value })

test('eight bytes per distinct key, ascending, low word first', () => {
  const bytes = fingerprintsOf([host('notevil.com'), host('evil.com'), host('evil.com')])
  assert.equal(Buffer.from(bytes).toString('hex'), 'b792519eb6d7885f9869b6bc319a6374')
})

test('equal lists in any order give equal bytes', () => {
  const keys = Array.from({ length: 100 }, (_, index) => host(`${index}.com`))
  assert.deepEqual(fingerprintsOf(keys), fingerprintsOf(keys.toReversed()))
})

test('an empty list has no bytes', () => {
  assert.equal(fingerprintsOf([]).length, 0)
})
