import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeAnswer } from './judgeAnswer.ts'

const answer = (recommendation: string, riskScore: number, unknown: string[] = []) => ({
  recommendation,
  riskScore,
  unknown,
})

test('attacks are caught by CAUTION or BLOCK', () => {
  assert.equal(judgeAnswer({ id: 'A01x' }, answer('BLOCK', 90)), 'caught')
  assert.equal(judgeAnswer({ id: 'A01y' }, answer('CAUTION', 60)), 'caught')
  assert.equal(judgeAnswer({ id: 'A01x' }, answer('REVIEW', 45)), 'review')
  assert.equal(judgeAnswer({ id: 'A01x' }, answer('PROCEED', 9)), 'missed')
})

test('REVIEW is right for an attack that cannot be executed, where the answer says so', () => {
  const hidden = { id: 'A01x', reviewAccepted: 'with an unknown fact' } as const
  assert.equal(judgeAnswer(hidden, answer('REVIEW', 45)), 'review')
  assert.equal(judgeAnswer(hidden, answer('REVIEW', 45, ['a guard'])), 'caught')
  assert.equal(judgeAnswer(hidden, answer('PROCEED', 9, ['a guard'])), 'missed')
  assert.equal(judgeAnswer({ id: 'A01x', reviewAccepted: 'always' }, answer('REVIEW', 45)), 'caught')
})

test('honest cases are alarmed by CAUTION or BLOCK', () => {
  assert.equal(judgeAnswer({ id: 'A01h' }, answer('CAUTION', 60)), 'alarmed')
  assert.equal(judgeAnswer({ id: 'A01i' }, answer('REVIEW', 45)), 'reviewed')
  assert.equal(judgeAnswer({ id: 'A01h' }, answer('PROCEED', 9)), 'quiet')
})

test('contract scans are judged by their score', () => {
  assert.equal(judgeAnswer({ id: 'H01x', scan: 'contract' }, answer('CAUTION', 40)), 'caught')
  assert.equal(judgeAnswer({ id: 'H01x', scan: 'contract' }, answer('SAFE', 20)), 'missed')
  assert.equal(judgeAnswer({ id: 'H01h', scan: 'contract' }, answer('CAUTION', 40)), 'reviewed')
  assert.equal(judgeAnswer({ id: 'H01h', scan: 'contract' }, answer('AVOID', 60)), 'alarmed')
})
