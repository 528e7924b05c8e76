import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shortenerOf } from './createVisitor.ts'

describe('link shorteners', () => {
  it('are known by their host, with or without www', () => {
    assert.equal(shortenerOf('bit.ly'), 'bit.ly')
    assert.equal(shortenerOf('www.tinyurl.com'), 'tinyurl.com')
  })

  it('are not everything that contains their name', () => {
    assert.equal(shortenerOf('rabbit.ly'), null)
    assert.equal(shortenerOf('bit.ly.example.com'), null)
    assert.equal(shortenerOf('reddit.co'), null)
  })
})
