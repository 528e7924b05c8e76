import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createToken, isToken } from './apiToken.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('API key tokens', () => {
  test('have the environment, 32 characters of base 62, and are never the same', () => {
    const tokens = Array.from({ length: 500 }, () => createToken('live'))
    for (const token of tokens) assert.match(token, /^svc_live_[0-9A-Za-z]{32}$/)
    assert.equal(new Set(tokens).size, 500)
    assert.match(createToken('test'), /^svc_test_/)
    assert.ok(tokens.every(isToken))
  })

  test('keep their checksum from version to version', () => {
    // CRC-32 of the first 35 characters is 0x835056ab, written in base 62.
    assert.ok(isToken(`svc_live_${'0'.repeat(26)}2P5tqF`))
  })

  test('any single wrong character is found', () => {
    fc.assert(
      fc.property(fc.nat({ max: 31 }), fc.constantFrom(...ALPHABET), (index, character) => {
        const token = createToken('test')
        const at = 'svc_test_'.length + index
        const typo = token.slice(0, at) + character + token.slice(at + 1)
        assert.equal(isToken(typo), typo === token)
      }),
    )
  })

  test('two neighbours swapped are found', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 }), (index) => {
        const token = createToken('live')
        const at = 'svc_live_'.length + index
        const typo = token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2)
        assert.equal(isToken(typo), typo === token)
      }),
    )
  })

  test('the checksum covers the environment', () => {
    assert.equal(isToken(createToken('live').replace('live', 'test')), false)
  })

  for (const text of ['', 'svc_live_', 'Bearer x', `svc_prod_${'0'.repeat(32)}`, `svc_live_${'é'.repeat(32)}`]) {
    test(`${JSON.stringify(text)} is no token`, () => assert.equal(isToken(text), false))
  }

  test('a line feed behind a token is refused', () => assert.equal(isToken(`${createToken('live')}\n`), false))
})
