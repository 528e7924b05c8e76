import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRawEntity, parseEntityPath } from './parseEntity.ts'

const PREFIX = '/v1/risk/score/'
const read = (rest: string) => parseEntityPath(PREFIX + rest, PREFIX, ['chain', 'type'])

const CASES: [what: string, given: string, text: string, raw: boolean][] = [
  ['an address', '0xAb', '0xAb', false],
  ['a query of ours', '0xAb?chain=bsc', '0xAb', false],
  ['a percent-encoded URL', 'https%3A%2F%2Fa.example%2Fx%3Fy%3D1', 'https://a.example/x?y=1', false],
  ['encoding within the encoding, once', 'https%3A%2F%2Fa.example%2F%2520', 'https://a.example/%20', false],
  ['a raw URL', 'https://a.example/x', 'https://a.example/x', true],
  ['its own encoding', 'https://a.example/%20%2F', 'https://a.example/%20%2F', true],
  ['its own query', 'https://a.example/x?y=1&z', 'https://a.example/x?y=1&z', true],
  ['its query without ours', 'https://a.example/?a=1&chain=bsc&b=2&type=url', 'https://a.example/?a=1&b=2', true],
  ['ours alone', 'https://a.example/?chain=bsc', 'https://a.example/', true],
  ['ours in other letters', 'https://a.example/?ch%61in=bsc&Chain=x', 'https://a.example/?Chain=x', true],
  ['a folded slash', 'HTTP:/a.example/x', 'HTTP:/a.example/x', true],
  ['a scheme encoded in part', 'https:%2F%2Fa.example', 'https://a.example', false],
  ['no fragment', 'https://a.example/x#y', 'https://a.example/x', true],
  ['a query after half a scheme', 'https:/?chain=bsc', 'https:/', false],
  ['nothing', '', '', false],
]
for (const [what, given, text, raw] of CASES)
  test(`${what}: ${given}`, () => {
    assert.equal(read(given), text)
    assert.equal(isRawEntity(PREFIX + given, PREFIX), raw)
  })

test('encoding that is none is refused', () => {
  for (const given of ['%', '%zz', 'https%3A%2F%2F%ff']) assert.throws(() => read(given), /valid percent-encoding/)
})
