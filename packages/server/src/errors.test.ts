import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidInput, NetworkUnavailable } from './domain/sourceErrors.ts'
import { ApiError, apiErrorOf } from './errors.ts'

test('errors of sources have a code and a status, and keep their message, pause and cause', () => {
  const cause = new Error('connection refused')
  const down = new NetworkUnavailable('bsc', 7, { cause })
  const known = apiErrorOf(down)
  assert.deepEqual([known?.code, known?.status, known?.retryAfter], ['UPSTREAM_UNAVAILABLE', 503, 7])
  assert.deepEqual([known?.message, known?.cause], [down.message, cause])
  const invalid = apiErrorOf(new InvalidInput('body.message: expected text'))
  assert.deepEqual([invalid?.code, invalid?.status], ['VALIDATION_ERROR', 400])
  assert.equal(invalid?.message, 'body.message: expected text')
})

test('an error of the API is itself; any other has no code', () => {
  const own = new ApiError('INVALID_API_KEY')
  assert.equal(apiErrorOf(own), own)
  assert.equal(apiErrorOf(new Error('broken')), null)
  assert.equal(apiErrorOf(undefined), null)
})
