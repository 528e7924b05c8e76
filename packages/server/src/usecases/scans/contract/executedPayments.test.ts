import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { capability } from '@redoubt/risk/testing/sampleContract.ts'
import { withExecuted } from './executedPayments.ts'

const address: Address = `0x${'aa'.repeat(20)}`
const other: Address = `0x${'bb'.repeat(20)}`
const rescue = capability('foreign-token-rescue', 'rescue(address)')
const { selector, signature } = rescue.call
const coverage = { all: 3, seen: 1, unseen: [{ contract: address, selector, signature, holders: [] }] }

test('a payment that the search for privileges executed is seen', () => {
  assert.deepEqual(withExecuted(coverage, { address, capabilities: [rescue] }), { all: 3, seen: 2, unseen: [] })
})

test('one that it did not execute, or of another contract, stays unseen', () => {
  assert.deepEqual(withExecuted(coverage, { address, capabilities: [] }), coverage)
  assert.deepEqual(withExecuted(coverage, { address: other, capabilities: [rescue] }), coverage)
  const tried = { ...rescue, state: 'potential' as const }
  assert.deepEqual(withExecuted(coverage, { address, capabilities: [tried] }), coverage)
})
