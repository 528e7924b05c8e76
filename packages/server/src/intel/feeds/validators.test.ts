import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { validators } from './downloadList.ts'

describe('what an answer gives to ask for changes with', () => {
  const etag = (value: string) => validators({ etag: value }).etag
  test('tags, strong and weak, as they are', () => {
    assert.equal(etag('"abc"'), '"abc"')
    assert.equal(etag('W/"5f-1=="'), 'W/"5f-1=="')
    assert.equal(etag('""'), '""')
  })
  test('no tag that is none, or would be another header', () => {
    for (const wrong of ['abc', '"a"b"', '"a b"', '"a\r\nX: y"', '"é"', `"${'a'.repeat(300)}"`, ''])
      assert.equal(etag(wrong), null, wrong)
  })
  test('dates in the words of the server', () => {
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT'
    assert.deepEqual(validators({ 'last-modified': date }), { etag: null, lastModified: date })
    for (const wrong of ['yesterday', '2015-10-21', 'Wed, 21 Oct 2015\r\nX: y', `Wed, ${'1'.repeat(99)}`])
      assert.equal(validators({ 'last-modified': wrong }).lastModified, null, wrong)
    assert.deepEqual(validators({}), { etag: null, lastModified: null })
  })
})
