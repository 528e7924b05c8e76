import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorDetails } from './errorDetails.ts'

const detailsOf = (message: string) => errorDetails({ code: 'VALIDATION_ERROR', message })

test('each complaint is told apart, with what to send instead', () => {
  assert.deepEqual(
    detailsOf(
      'body.from: missing, expected 0x followed by 40 hex digits; body.callData: unknown member; did you mean data?; body.calls[0].x: unknown member; known here: to, data; and 4 more',
    ),
    [
      {
        path: 'body.from',
        message: 'missing, expected 0x followed by 40 hex digits',
        suggestion: '0x followed by 40 hex digits',
      },
      { path: 'body.callData', message: 'unknown member; did you mean data?', suggestion: 'data' },
      { path: 'body.calls[0].x', message: 'unknown member; known here: to, data', suggestion: null },
    ],
  )
})

test('a message about no member has no details, nor has another error', () => {
  assert.deepEqual(detailsOf('The cursor is of another list.'), [])
  assert.deepEqual(errorDetails({ code: 'NOT_FOUND', message: 'path: nothing' }), [])
})
