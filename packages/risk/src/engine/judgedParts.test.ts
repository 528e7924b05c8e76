import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Account } from '../facts/account.ts'
import { account } from '../testing/sampleFacts.ts'
import { defineDetector } from './detector.ts'
import type { Hit, Severity } from './finding.ts'
import { byJudgement, judgedPartsOf, severityOfLevel } from './judgedParts.ts'
import { judgementHit } from './judgementHit.ts'
import type { Outcome } from './runDetectors.ts'

describe('the scans that judge an address', () => {
  const multisig = { category: 'multisig', name: 'Safe', source: 's', confidence: 'high' } as never
  const other = { category: 'protocol', name: 'P', source: 's', confidence: 'high' } as never
  const cases: [string, Partial<Account>, string][] = [
    ['a key', { class: 'eoa' }, 'wallet'],
    ['a key with a label', { class: 'eoa', labels: [multisig] }, 'wallet'],
    ['a delegated account', { class: 'delegated-eoa' }, 'both'],
    ['a contract', { class: 'contract' }, 'contract'],
    ['a contract of another kind', { class: 'contract', kind: { type: 'token' } as never }, 'contract'],
    ['a contract with a label', { class: 'contract', labels: [other] }, 'contract'],
    ['a Safe', { class: 'contract', kind: { type: 'safe' } as never }, 'both'],
    ['a smart account', { class: 'contract', kind: { type: 'smart-account' } as never }, 'both'],
    ['a contract that lists call a multisig', { class: 'contract', labels: [other, multisig] }, 'both'],
  ]
  for (const [name, more, parts] of cases)
    test(name, () => assert.equal(judgedPartsOf(account(`0x${'ab'.repeat(20)}`, more)), parts))
})

test('a level is as severe as the finding that repeats it', () => {
  assert.deepEqual(
    ['safe', 'low', 'medium', 'high', 'critical'].map((level) => severityOfLevel(level as 'safe')),
    ['info', 'low', 'medium', 'high', 'critical'],
  )
})

describe('a scan that does not decide the judgement', () => {
  const outcome = (id: string, severity: Severity, hits: Hit[] | null): Outcome => {
    const detector = defineDetector({
      id,
      title: 't',
      why: 'w',
      advice: 'a',
      category: 'code',
      severity,
      appliesTo: 'wallet',
      confidence: 'high',
      needs: [],
      detect: () => [],
    })
    return hits === null ? { detector, status: 'clear' } : { detector, status: 'found', hits }
  }
  const hit = (more: Partial<Hit> = {}): Hit => ({ description: 'd', evidence: {}, ...more })
  const severities = (outcomes: readonly Outcome[]) =>
    outcomes.map((one) => (one.status === 'found' ? one.hits.map(({ severity }) => severity) : one.status))

  test('shows no finding as worse than the judgement, but for the rule that repeats it and those about the question', () => {
    const outcomes = [
      outcome('the-rule', 'critical', [hit()]),
      outcome('credentials-in-url', 'high', [hit()]),
      outcome('other', 'critical', [
        hit(),
        hit({ severity: 'medium' }),
        hit({ severity: 'low' }),
        hit({ severity: 'info' }),
      ]),
      outcome('usual', 'high', [hit()]),
      outcome('quiet', 'critical', null),
    ]
    const { shown, deciding } = byJudgement(outcomes, { rule: 'the-rule', level: 'medium' })
    assert.deepEqual(severities(shown), [
      [undefined],
      [undefined],
      ['medium', 'medium', 'low', 'info'],
      ['medium'],
      'clear',
    ])
    assert.deepEqual(
      deciding.map(({ detector }) => detector.id),
      ['the-rule', 'credentials-in-url'],
    )
  })
})

describe('a judgement that is repeated', () => {
  const judged = (riskScore: number, titles: string[]) =>
    judgementHit(
      {
        riskScore,
        riskLevel: 'high',
        findings: titles.map((title, at) => ({ id: `f${at}`, severity: 'high', title })),
        complete: true,
        blockNumber: 7n,
        rulesetVersion: 'v',
      } as never,
      { scan: 'contract' },
    )

  test('names at most three findings, and is nothing where there is no score', () => {
    assert.deepEqual(judged(0, ['A']), [])
    assert.deepEqual(judged(61, ['A', 'B', 'C', 'D']), [
      {
        severity: 'high',
        atLeast: 61,
        description: 'The contract scan rates this address high (61 of 100) at block 7: A; B; C.',
        evidence: {
          scan: 'contract',
          score: 61,
          level: 'high',
          findings: ['f0', 'f1', 'f2', 'f3'],
          complete: true,
          block: '7',
          rulesetVersion: 'v',
        },
      },
    ])
    assert.equal(judged(61, [])[0]?.description, 'The contract scan rates this address high (61 of 100) at block 7.')
  })
})
