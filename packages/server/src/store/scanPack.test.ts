import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packScan, unpackScan } from './scanPack.ts'

const NONE = { input: '', result: '' }

test('texts come back as they were, whatever they hold', () => {
  for (const texts of [NONE, { input: '{"a":"ünïcode 🦄\\u0000"}', result: '["\\ud800","quote \'\\""]' }]) {
    assert.deepEqual(unpackScan({ ...NONE, packed: packScan(texts).packed }), texts)
  }
})

test('a scan of many findings takes less than a fifth of its length', () => {
  const warnings = Array.from({ length: 60 }, (_, index) => ({
    id: `finding-${index}`,
    severity: 'high',
    title: 'Unlimited approval',
    description: `0x${(index * 7919).toString(16).padStart(40, '0')} can spend all of this token at any later time.`,
    impact: index,
    evidence: { spender: `0x${(index * 104_729).toString(16).padStart(40, '0')}`, unlimited: true },
  }))
  const result = JSON.stringify({ riskScore: 80, warnings })
  assert.ok(packScan({ input: '{}', result }).bytes * 5 < result.length)
})

test('a row of an earlier version is read as it is', () => {
  assert.deepEqual(unpackScan({ packed: null, input: '{"a":1}', result: '{}' }), { input: '{"a":1}', result: '{}' })
})
