import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCursors } from './createCursors.ts'
import { keyringOf } from './keyring.ts'

const [OLD, NEW] = ['11'.repeat(32), '22'.repeat(32)]
const cursors = createCursors(keyringOf(OLD))

describe('cursors', () => {
  test('open for their own question only', () => {
    const cursor = cursors.seal('100:0xab', 'wallet a')
    assert.equal(cursors.unseal(cursor, 'wallet a'), '100:0xab')
    assert.equal(cursors.unseal(cursor, 'wallet b'), null)
  })

  test('no character can be changed, left out or added, not even bits that base64 ignores', () => {
    for (const text of ['x', 'xy', 'xyz']) {
      const cursor = cursors.seal(text, 'q')
      for (let at = 0; at < cursor.length; at++)
        for (const digit of ['A', 'B', 'Q', '_', ''])
          if (cursor[at] !== digit)
            assert.equal(cursors.unseal(cursor.slice(0, at) + digit + cursor.slice(at + 1), 'q'), null)
      for (const added of [`${cursor}=`, `${cursor} `, `${cursor}A`, cursor.slice(1), '', 'AAAA'])
        assert.equal(cursors.unseal(added, 'q'), null)
    }
  })

  test('last over a rotation, and not over the loss of the secret', () => {
    const cursor = cursors.seal('place', 'q')
    assert.equal(createCursors(keyringOf(`${NEW},${OLD}`)).unseal(cursor, 'q'), 'place')
    assert.equal(createCursors(keyringOf(NEW)).unseal(cursor, 'q'), null)
  })
})
