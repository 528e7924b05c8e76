import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inCommandWords } from './commandWords.ts'

test('a message of the API names options and commands', () => {
  for (const [message, said] of [
    ['body.options.deadlineMs: expected at least 200', '--deadline: expected at least 200'],
    ['query.chain: expected one of ethereum, bsc', '--chain: expected one of ethereum, bsc'],
    ['path.entity: has no report', 'the entity: has no report'],
    ['scan it by GET /v1/scan/transaction/{hash}', 'scan it by `redoubt scan HASH`'],
    ['body.from: expected 0x', '--from: expected 0x'],
    ['somebody.from.example is no member', 'somebody.from.example is no member'],
  ] as const)
    assert.equal(inCommandWords(message, 'redoubt'), said)
})
