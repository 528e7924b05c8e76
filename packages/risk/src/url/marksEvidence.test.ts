import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksEvidence } from './pageEvidence.ts'

test('marks are shown with their place, six at most', () => {
  const mark = { kind: 'packed', where: 'inline', excerpt: 'eval(function(p,a,c,k)' }
  assert.deepEqual(marksEvidence([mark]), ['packed (inline): eval(function(p,a,c,k)'])
  assert.equal(marksEvidence(Array(20).fill(mark)).length, 6)
})
