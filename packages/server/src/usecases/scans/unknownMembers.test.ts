import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { unknownMembers } from './withIgnoredMembers.ts'

const because = (reason: MissingFact['reason']): MissingFact => ({
  reason,
  message: '',
  root: 'simulation',
  error: null,
})

describe('unknownMembers', () => {
  test('facts are named as the members that show them, each once', () => {
    const missing = { movements: because('late'), counterparties: because('late'), grants: because('failed') }
    const incomplete = { tokenPulls: because('failed'), senderHistory: because('late') }
    assert.deepEqual(unknownMembers({ missing, incomplete }), [
      'approvalChanges',
      'balanceChanges',
      'senderHistory',
      'simulation',
    ])
  })

  test('a switched-off fact is unknown too', () => {
    const off = because('switched-off')
    const missing = { simulation: off, balanceChanges: off, approvalChanges: off, movements: off }
    assert.deepEqual(unknownMembers({ missing, incomplete: {} }), ['approvalChanges', 'balanceChanges', 'simulation'])
  })

  test('nothing missing, nothing unknown', () => {
    assert.deepEqual(unknownMembers({ missing: {}, incomplete: {} }), [])
  })
})
