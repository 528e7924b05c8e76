import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim } from '../testing/testClaims.ts'
import { uncoveredShare } from './uncoveredShare.ts'

const unseen = { contract: '0x00', selector: '0x01681a62', signature: null, holders: [] } as const

test('the worst of the deposits that were examined counts', () => {
  const claims = [
    claim({ payments: { all: 4, seen: 4, unseen: [] } }),
    claim({ payments: { all: 4, seen: 3, unseen: [{ ...unseen, holders: [] }] } }),
  ]
  assert.equal(uncoveredShare({ claims }), 0.25)
})

test('where no deposit was examined nothing is uncovered', () => {
  assert.equal(uncoveredShare({}), 0)
  assert.equal(uncoveredShare({ claims: [claim()], deposits: [] }), 0)
})

test('functions of a spender that were not executed to the end count as their share', () => {
  const open = [{ selector: '0xdeadbeef', signature: null }] as const
  assert.equal(uncoveredShare({ pullCoverage: { functions: 4, open: [...open] } }), 0.25)
  assert.equal(uncoveredShare({ pullCoverage: { functions: 4, open: [] } }), 0)
  assert.equal(uncoveredShare({ pullCoverage: null }), 0)
  const probe = { spender: '0x1', pulls: [], guardedPulls: [], privileged: [], cut: [] } as const
  const probes = [{ ...probe, coverage: { functions: 2, open: [...open] } }, probe]
  assert.equal(uncoveredShare({ spenderProbes: probes as never }), 0.5)
})
