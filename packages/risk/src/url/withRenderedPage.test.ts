import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page } from '../testing/sampleUrl.ts'
import { withSeenTyped } from './withRenderedPage.ts'

test('a page keeps what is typed until a browser sees any of it leave', () => {
  const local = page({ keepsTyped: true })
  assert.equal(withSeenTyped(local, [])?.keepsTyped, true)
  for (const kind of ['phrase', 'sentence', 'password'] as const)
    assert.equal(withSeenTyped(local, [{ kind, host: 'else.example', channel: 'fetch' }])?.keepsTyped, undefined, kind)
  assert.equal(withSeenTyped(null, []), null)
})
