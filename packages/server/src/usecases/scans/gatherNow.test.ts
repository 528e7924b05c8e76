import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GetFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { gatherNow } from './gatherNow.ts'

const get = (async () => ({ timestamp: 1_000n }) as Facts['block']) as unknown as GetFact
const signal = new AbortController().signal

test('now is the clock, the block where that is later, and the block alone for what has happened', async () => {
  assert.equal(await gatherNow(() => 2_000_999)(get, signal), 2_000n)
  assert.equal(await gatherNow(() => 500_000)(get, signal), 1_000n)
  assert.equal(await gatherNow(undefined)(get, signal), 1_000n)
})
