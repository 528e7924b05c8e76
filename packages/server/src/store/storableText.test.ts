import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStorableKey, storableText } from './givenRows.ts'

test('text loses what PostgreSQL cannot keep, and nothing else', () => {
  assert.equal(storableText('a\0b\ud800c'), 'ab\ufffdc')
  assert.equal(storableText('Bï\n🦄'), 'Bï\n🦄')
  assert.equal(storableText(null), null)
})

test('a key is taken as it is or not at all', () => {
  for (const good of ['', 'a.example', `a.example/${'x'.repeat(2038)}`, 'ü'])
    assert.equal(isStorableKey(good), true, good)
  for (const bad of ['a\0b', 'a\ud800', 'x'.repeat(2049), 'ü'.repeat(1025)]) assert.equal(isStorableKey(bad), false)
})
