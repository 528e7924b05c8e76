import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likeness } from '../sampleUrl.ts'
import { isByChance } from './brandLikeness.ts'

test('one letter and another ending happen to honest names', () => {
  for (const how of ['edit-distance', 'tld'] as const) assert.equal(isByChance(likeness({ how })), true)
})

test('letters that are read as others, and words that press, do not', () => {
  for (const how of ['confusable', 'combo', 'subdomain', 'path'] as const)
    assert.equal(isByChance(likeness({ how })), false)
  assert.equal(isByChance(likeness({ how: 'edit-distance', presses: true })), false)
})

test('a common word accuses no site, so nothing has to confirm it', () => {
  assert.equal(isByChance(likeness({ how: 'tld', ambiguous: true })), false)
})
