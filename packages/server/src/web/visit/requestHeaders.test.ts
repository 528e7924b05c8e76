import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestHeaders } from './requestHeaders.ts'

describe('who a visit pretends to be', () => {
  it('a desktop Chrome that says the same in each field', () => {
    const headers = requestHeaders('browser')
    const version = /Chrome\/(\d+)\./.exec(headers['user-agent'] ?? '')?.[1]
    assert.match(headers['sec-ch-ua'] ?? '', new RegExp(`"Google Chrome";v="${version}"`))
  })

  it('or the robot of a search engine, without what only browsers send', () => {
    const headers = requestHeaders('robot')
    assert.match(headers['user-agent'] ?? '', /Googlebot/)
    assert.equal(headers['sec-fetch-mode'], undefined)
  })
})
