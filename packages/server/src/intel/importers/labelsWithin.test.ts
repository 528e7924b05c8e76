import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCUSATIONS } from '../../domain/feedback.ts'
import { LIST_LABELS } from '../ports.ts'
import { labelsWithin } from './labels.ts'

const SERVICES = [
  'exchange',
  'defi_protocol',
  'bridge',
  'nft_marketplace',
  'dao_treasury',
  'multisig',
  'token',
] as const

for (const label of ACCUSATIONS.filter((one) => one !== 'sanctioned'))
  test(`in a list of ${label}, words only choose another accusation`, () =>
    assert.deepEqual([...labelsWithin(label)].sort(), ['hacker', 'malware', 'mixer', 'phishing', 'scam', 'scammer']))

test('a sanctions list says nothing else, and no other list says it', () => {
  assert.equal(labelsWithin('sanctioned').size, 0)
  for (const label of LIST_LABELS) assert.equal(labelsWithin(label).has('sanctioned'), false, label)
})

test('words vouch in a list that vouches itself', () => {
  for (const label of [...SERVICES, 'trusted'] as const)
    for (const word of SERVICES) assert.ok(labelsWithin(label).has(word), `${word} in a list of ${label}`)
})

test('a list of kinds of accounts accuses and describes, and vouches for no account', () => {
  for (const label of ['whale', 'smart_money', 'mev_bot'] as const) {
    assert.ok(labelsWithin(label).has('scammer') && labelsWithin(label).has('whale'))
    for (const word of SERVICES) assert.equal(labelsWithin(label).has(word), false, `${word} in a list of ${label}`)
  }
})

test('no account is trusted by the words of a list', () => {
  for (const label of LIST_LABELS) assert.equal(labelsWithin(label).has('trusted'), false)
})
