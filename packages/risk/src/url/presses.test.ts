import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../facts/page.ts'
import { presses } from './pageEvidence.ts'

test('offers of free assets press; pools and help do not', () => {
  const cases: [Page['lures'][number], boolean][] = [
    [{ kind: 'giveaway', phrase: 'double your deposit' }, true],
    [{ kind: 'urgency', phrase: 'within 24 hours' }, true],
    [{ kind: 'claim', phrase: 'claim your airdrop' }, true],
    [{ kind: 'claim', phrase: 'claim rewards' }, false],
    [{ kind: 'support', phrase: 'help desk' }, false],
  ]
  for (const [lure, pressing] of cases) assert.equal(presses({ lures: [lure] }), pressing, lure.phrase)
  assert.equal(presses({ lures: [] }), false)
})
