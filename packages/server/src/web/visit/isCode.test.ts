import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCode } from './contentOf.ts'

describe('the type of a script', () => {
  it('tell code from data', () => {
    for (const type of ['', 'module', 'text/javascript', 'application/javascript; charset=utf-8']) {
      assert.equal(isCode({ type }), true, type)
    }
    for (const type of ['application/json', 'importmap', 'text/template']) assert.equal(isCode({ type }), false, type)
  })
})
