import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NetworkUnavailable, StateUnavailable } from '../domain/sourceErrors.ts'
import { fromJson, type Json, recordError, revivedError, toJson } from './witnessValue.ts'

const throughText = (value: unknown) => fromJson(JSON.parse(JSON.stringify(toJson(value))) as Json)

test('values of ports come back as they were', () => {
  const values = [
    null,
    undefined,
    true,
    1.5,
    Number.NaN,
    -0,
    Number.NEGATIVE_INFINITY,
    10n ** 30n,
    -1n,
    '$bigint',
    [1n, [undefined], {}],
    { number: 5n, hash: '0xab', inner: { of: null } },
    { $bigint: 'a member of that name', other: 1 },
    { $only: 1n },
    new Map([[1n, new Set(['a', 2n])]]),
    JSON.parse('{"__proto__": {"a": 1}}'),
  ]
  for (const value of values) assert.deepStrictEqual(throughText(value), value)
})

test('absent and undefined members are the same', () => {
  assert.deepStrictEqual(throughText({ a: undefined, b: 1 }), { b: 1 })
})

test('functions, symbols and instances of classes are refused', () => {
  for (const value of [() => 1, Symbol('a'), new Date(0), new (class Own {})()])
    assert.throws(() => toJson(value), TypeError)
  for (const json of [
    { $bigint: '1x' },
    { $bigint: 1 },
    { $map: [[1]] },
    { $set: {} },
    { $what: 1 },
    { $set: [], b: 1 },
  ])
    assert.throws(() => fromJson(json as Json), TypeError)
})

test('errors are caught as the recorded ones', () => {
  const revived = (error: unknown) => revivedError(recordError(error))
  assert.ok(revived(new StateUnavailable('bsc')) instanceof StateUnavailable)
  const unavailable = revived(new NetworkUnavailable('bsc', 7))
  assert.ok(unavailable instanceof NetworkUnavailable && !(unavailable instanceof StateUnavailable))
  assert.equal(unavailable.retryAfter, 7)
  assert.equal(revived(new DOMException('late', 'TimeoutError')).name, 'TimeoutError')
  assert.equal(revived(Object.assign(new Error('no'), { name: 'ExplorerFailure' })).name, 'ExplorerFailure')
  assert.equal(revived('text').message, 'text')
})

test('an error is kept without the URL that it names', () => {
  const error = new TypeError('fetch of https://user:hunter2@rpc.example/v2/KEY?apikey=K failed, WSS://x:y@z too')
  assert.deepEqual(recordError(error), { name: 'TypeError', message: 'fetch of (URL) failed, (URL) too' })
  assert.equal(recordError('http://a:b@c').message, '(URL)')
})
