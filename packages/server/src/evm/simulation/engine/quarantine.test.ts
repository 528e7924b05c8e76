import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createQuarantine } from './containment.ts'

it('holds a convicted input until the term ends', () => {
  let now = 0
  const quarantine = createQuarantine(1_000, () => now)
  assert.equal(quarantine.isEmpty('x'), true)
  quarantine.convict('x a')
  assert.equal(quarantine.isEmpty('x'), false)
  assert.equal(quarantine.isEmpty('y'), true)
  assert.equal(quarantine.left('x a'), 1_000)
  assert.equal(quarantine.left('x b'), 0)
  assert.equal(quarantine.size(), 1)
  now = 999
  assert.equal(quarantine.left('x a'), 1)
  now = 1_000
  assert.equal(quarantine.left('x a'), 0)
  assert.equal(quarantine.size(), 0)
  assert.equal(quarantine.isEmpty('x'), true)
})
it('refuses no suspect, and forgets one that ran through alone', () => {
  const quarantine = createQuarantine(1_000, () => 0)
  quarantine.suspect('a', { byInput: false, outOfTime: false })
  assert.equal(quarantine.left('a'), 0)
  assert.equal(quarantine.size(), 0)
  assert.deepEqual(quarantine.suspicion('a'), { byInput: false, outOfTime: false })
  quarantine.clear('a')
  assert.equal(quarantine.suspicion('a'), null)
})
it('forgets a suspicion when the term ends', () => {
  let now = 0
  const quarantine = createQuarantine(1_000, () => now)
  quarantine.suspect('a', { byInput: true, outOfTime: false })
  now = 1_000
  assert.equal(quarantine.suspicion('a'), null)
})
it('remembers so many, and forgets the oldest first', () => {
  const quarantine = createQuarantine(1_000, () => 0)
  for (let index = 0; index <= 10_000; index++) quarantine.convict(String(index))
  assert.equal(quarantine.size(), 10_000)
  assert.equal(quarantine.left('0'), 0)
})
