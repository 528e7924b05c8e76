import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedHit } from './trustOfSite.ts'

const hit = (label: string, source = 'Bad sites') => ({
  label,
  name: null,
  source,
  listedSince: '2026-10-01',
  matched: 'evil.example',
})

test('one list is named', () => {
  assert.deepEqual(listedHit('app.evil.example', { listed: [hit('phishing')] }), {
    severity: 'critical',
    description: 'app.evil.example is on Bad sites as phishing.',
    evidence: {
      host: 'app.evil.example',
      lists: ['phishing (Bad sites, seen here since 2026-10-01; matched evil.example)'],
    },
  })
})

test('several are counted, and each label is said once', () => {
  const { description } = listedHit('evil.example', {
    listed: [hit('phishing'), hit('scam', 'Other'), hit('scam', 'Third')],
  })
  assert.equal(description, 'evil.example is on 3 lists as phishing, scam.')
})

test('a mixer alone is no thief', () => {
  assert.equal(listedHit('evil.example', { listed: [hit('mixer')] }).severity, 'high')
  assert.equal(listedHit('evil.example', { listed: [hit('mixer'), hit('scam')] }).severity, 'critical')
})
