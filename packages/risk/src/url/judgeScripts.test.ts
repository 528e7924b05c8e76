import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, visit } from '../testing/sampleUrl.ts'
import { judgeScripts } from './pageEvidence.ts'

const hits = [{ description: 'It is so.', evidence: { url: 'x' } }]

test('a script that was not read clears no rule about scripts, and hides nothing that was found', () => {
  const partial = { visit: visit(), page: page({ unread: ['script https://cdn.example/app.js: too large'] }) }
  assert.deepEqual(
    judgeScripts(partial, () => hits),
    hits,
  )
  assert.deepEqual(
    judgeScripts(partial, () => []),
    { unknown: ['what its scripts do'], decisive: false },
  )
  assert.deepEqual(
    judgeScripts({ visit: visit(), page: page() }, () => []),
    [],
  )
})
