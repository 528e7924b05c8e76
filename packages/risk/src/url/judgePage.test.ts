import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, visit } from '../sampleUrl.ts'
import { onPage } from './pageEvidence.ts'

const hits = [{ description: 'It is so.', evidence: { url: 'x' } }]
const finds = () => hits
const clears = () => []
const isUnknown = (verdict: unknown) => typeof verdict === 'object' && !Array.isArray(verdict)

test('a page is judged as far as there is one', () => {
  assert.deepEqual(onPage({ visit: visit(), page: page() }, finds), hits)
  assert.deepEqual(onPage({ visit: visit(), page: page() }, clears), [])
  assert.equal(onPage({ visit: visit(), page: null }, finds), 'not-applicable')
  assert.ok(isUnknown(onPage({ visit: visit({ reached: false }), page: null }, finds)))
})

test('an error page, or the beginning of a page, can accuse and cannot clear', () => {
  for (const shown of [visit({ status: 404 }), visit({ truncated: true })]) {
    assert.deepEqual(onPage({ visit: shown, page: page() }, finds), hits)
    assert.ok(isUnknown(onPage({ visit: shown, page: page() }, clears)))
  }
})
