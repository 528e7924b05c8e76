import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likeness } from '../testing/sampleUrl.ts'
import { isCoincidental } from './brandLikeness.ts'

test('one letter and another ending happen to honest names', () => {
  for (const how of ['edit-distance', 'tld'] as const) assert.equal(isCoincidental(likeness({ how })), true)
})

test('letters that are read as others, and words that press, do not', () => {
  for (const how of ['confusable', 'combo', 'subdomain', 'path'] as const)
    assert.equal(isCoincidental(likeness({ how })), false)
  assert.equal(isCoincidental(likeness({ how: 'edit-distance', presses: true })), false)
})

test('a common word accuses no site, so nothing has to confirm it', () => {
  assert.equal(isCoincidental(likeness({ how: 'tld', ambiguous: true })), false)
})
