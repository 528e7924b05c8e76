import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureText } from './refreshSource.ts'

test('a failure is one line of bounded, clean text', () => {
  assert.equal(failureText(new Error('line 3:\n\u001b[31m"\u202ex" is no address')), 'line 3: [31m"x" is no address')
  assert.ok(failureText(new Error('x'.repeat(1e6))).length <= 300)
})
test('failed connections say each reason once', () => {
  const refused = new Error('connect ECONNREFUSED')
  assert.equal(failureText(new AggregateError([refused, refused, new Error('b')])), 'connect ECONNREFUSED; b')
})
test('even nothing is said in words', () => {
  assert.equal(failureText(new TypeError()), 'TypeError')
  assert.equal(failureText(''), 'It failed without saying why.')
})
