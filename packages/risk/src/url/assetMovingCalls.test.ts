import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marks } from '../testing/sampleUrl.ts'
import { assetMovingCalls } from './pageEvidence.ts'

test('calls count by which something can leave, each once', () => {
  assert.deepEqual(assetMovingCalls({ walletCalls: marks('connect', 'sign') }), [])
  assert.deepEqual(assetMovingCalls({ walletCalls: marks('permit', 'connect', 'send', 'permit') }), ['send', 'permit'])
})
