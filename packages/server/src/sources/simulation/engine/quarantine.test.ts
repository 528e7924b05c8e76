import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createQuarantine } from './quarantine.ts'

it('holds an input from its second crash until the term ends', () => {
  let now = 0
  const quarantine = createQuarantine(1_000, () => now)
  assert.equal(quarantine.isEmpty(), true)
  quarantine.strike('a')
  assert.equal(quarantine.isEmpty(), false)
  assert.equal(quarantine.has('a'), false)
  quarantine.strike('a')
  assert.equal(quarantine.has('a'), true)
  assert.equal(quarantine.size(), 1)
  now = 1_001
  assert.equal(quarantine.has('a'), false)
  assert.equal(quarantine.size(), 0)
})
it('forgives an input that ran through alone', () => {
  const quarantine = createQuarantine(1_000)
  quarantine.strike('a')
  quarantine.forgive('a')
  quarantine.strike('a')
  assert.equal(quarantine.has('a'), false)
})
