import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeFailure, EgressError } from './egressError.ts'

const TLS = 'no trusted TLS connection'
const HTTP = 'the answer is not valid HTTP or was cut short'
const CODING = 'the compressed answer is broken or cut short'
const CASES: [code: string, failure: string, words: string][] = [
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', TLS],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', TLS],
  ['EPROTO', 'tls', TLS],
  ['CERT_HAS_EXPIRED', 'tls', TLS],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', TLS],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', TLS],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', TLS],
  ['HOSTNAME_MISMATCH', 'tls', TLS],
  ['INVALID_CA', 'tls', TLS],
  ['UND_ERR_HEADERS_OVERFLOW', 'bad-answer', 'the headers of the answer are larger than 16 KB'],
  ['HPE_INVALID_CONSTANT', 'bad-answer', HTTP],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'bad-answer', HTTP],
  ['UND_ERR_PRE_BODY', 'bad-answer', HTTP],
  ['Z_DATA_ERROR', 'bad-encoding', CODING],
  ['ERR__ERROR_FORMAT_PADDING_1', 'bad-encoding', CODING],
  ['ERR_BROTLI_INVALID_PARAM', 'bad-encoding', CODING],
  ['UND_ERR_SOCKET', 'connect', 'the connection was closed before the answer was complete'],
  ['ECONNREFUSED', 'connect', 'the connection failed'],
  // Only beginnings and whole codes count.
  ['X_ERR_TLS', 'connect', 'the connection failed'],
  ['X_HPE_', 'connect', 'the connection failed'],
  ['X_Z_DATA', 'connect', 'the connection failed'],
  ['X_UND_ERR_HEADERS_OVERFLOW', 'connect', 'the connection failed'],
  ['UND_ERR_HEADERS_OVERFLOW_X', 'connect', 'the connection failed'],
  ['X_UND_ERR_SOCKET', 'connect', 'the connection failed'],
  ['UND_ERR_SOCKET_X', 'connect', 'the connection failed'],
]

describe('describeFailure', () => {
  for (const [code, failure, words] of CASES)
    test(`${code} is ${failure}`, () => {
      const cause = Object.assign(new Error('with a path /of?key=1'), { code })
      const described = describeFailure('host.example', cause)
      assert.deepEqual([described.failure, described.message], [failure, `host.example: ${words} (${code}).`])
      assert.equal(described.cause, cause)
    })

  test('what has no code is told by its name, and nothing of its message', () => {
    const parser = Object.assign(new Error('secret'), { name: 'HTTPParserError' })
    assert.equal(describeFailure('h', parser).failure, 'bad-answer')
    assert.equal(describeFailure('h', null).message, 'h: the connection failed (no reason given).')
    assert.equal(describeFailure('h', {}).message, 'h: the connection failed (no reason given).')
  })

  test('an EgressError stays what it is', () => {
    const own = new EgressError('blocked', 'no')
    assert.equal(describeFailure('h', own), own)
    assert.equal(own.name, 'EgressError')
  })
})
