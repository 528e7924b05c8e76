import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, label, STRANGER } from '../testing/sampleFacts.ts'
import { flagSeverity } from './finding.ts'

const low = { ...label('scammer'), confidence: 'low' } as const

test('a publicly submitted accusation stops short of critical; a better source, or a sanction, does not', () => {
  assert.equal(flagSeverity(account(STRANGER, { labels: [low] })), 'high')
  assert.equal(flagSeverity(account(STRANGER, { labels: [low, { ...low, category: 'hacker' }] })), 'high')
  assert.equal(flagSeverity(account(STRANGER, { labels: [low, { ...low, confidence: 'medium' }] })), 'critical')
  assert.equal(flagSeverity(account(STRANGER, { labels: [low], sanctioned: true })), 'critical')
})

test('a trusted name that accuses of nothing makes an accusation no more trusted', () => {
  assert.equal(flagSeverity(account(STRANGER, { labels: [low, label('mixer'), label('exchange')] })), 'high')
})
