import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, visit } from '../testing/sampleUrl.ts'
import { judgePage } from './pageEvidence.ts'

const hits = [{ description: 'It is so.', evidence: { url: 'x' } }]
const finds = () => hits
const clears = () => []
const isUnknown = (verdict: unknown) => typeof verdict === 'object' && !Array.isArray(verdict)

test('a page is judged as far as there is one', () => {
  assert.deepEqual(judgePage({ visit: visit(), page: page() }, finds), hits)
  assert.deepEqual(judgePage({ visit: visit(), page: page() }, clears), [])
  assert.equal(judgePage({ visit: visit(), page: null }, finds), 'not-applicable')
  assert.ok(isUnknown(judgePage({ visit: visit({ reached: false }), page: null }, finds)))
})

test('an error page, or the beginning of a page, can accuse and cannot clear', () => {
  for (const shown of [visit({ status: 404 }), visit({ truncated: true })]) {
    assert.deepEqual(judgePage({ visit: shown, page: page() }, finds), hits)
    assert.ok(isUnknown(judgePage({ visit: shown, page: page() }, clears)))
  }
})
