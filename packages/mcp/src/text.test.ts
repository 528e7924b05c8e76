import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanText, headOf } from './text.ts'

test('rare characters count by their bytes', () => {
  assert.equal(headOf('a'.repeat(500), 240).length, 240)
  for (const character of ['龘', '𪚥', 'é', '🜁']) {
    const bytes = Buffer.byteLength(headOf(character.repeat(500), 240))
    assert.ok(bytes > 0 && bytes <= 80, `${character} ${bytes}`)
    assert.match(cleanText(character.repeat(500), 240), /…$/)
  }
  assert.equal(cleanText('short'), 'short')
  assert.equal(headOf('a龘', 1), 'a')
})
