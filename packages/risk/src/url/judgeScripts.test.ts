import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, visit } from '../sampleUrl.ts'
import { onCode } from './pageEvidence.ts'

const hits = [{ description: 'It is so.', evidence: { url: 'x' } }]

test('a script that was not read clears no rule about scripts, and hides nothing that was found', () => {
  const partial = { visit: visit(), page: page({ unread: ['script https://cdn.example/app.js: too large'] }) }
  assert.deepEqual(
    onCode(partial, () => hits),
    hits,
  )
  assert.deepEqual(
    onCode(partial, () => []),
    { unknown: ['what its scripts do'], decisive: false },
  )
  assert.deepEqual(
    onCode({ visit: visit(), page: page() }, () => []),
    [],
  )
})
