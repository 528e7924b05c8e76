import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleFacts } from '../testing/sampleFacts.ts'
import { type Detector, defineDetector, type Verdict } from './detector.ts'
import { runDetectors } from './runDetectors.ts'

const detector = (id: string, detect: () => Verdict, needs: Detector['needs'] = ['transaction']): Detector =>
  defineDetector({
    id,
    title: id,
    why: 'why',
    advice: 'advice',
    appliesTo: 'transaction',
    category: 'code',
    severity: 'medium',
    confidence: 'high',
    needs,
    detect,
  })
const hit = (description: string) => ({ description, evidence: {} })
const late = { reason: 'late', message: '', root: 'simulation', error: null } as const

test('each outcome', () => {
  const detectors = [
    detector('e-missing', () => [], ['simulation', 'transaction']),
    detector('a-found', () => [hit('it is so.')]),
    detector('b-clear', () => []),
    detector('c-moot', () => 'not-applicable'),
    detector('d-throws', () => {
      throw new Error('bug')
    }),
    detector('f-cannot-tell', () => ({ unknown: ['price of b', 'price of a'] })),
  ]
  const { simulation: _, ...facts } = sampleFacts()
  const outcomes = runDetectors(detectors, { facts, missing: { simulation: late } })
  assert.deepEqual(
    outcomes.map(({ detector: { id }, ...rest }) => [id, rest]),
    [
      ['a-found', { status: 'found', hits: [hit('it is so.')] }],
      ['b-clear', { status: 'clear' }],
      ['c-moot', { status: 'not-applicable' }],
      ['d-throws', { status: 'failed', message: 'bug' }],
      ['e-missing', { status: 'unknown', missing: ['simulation'], missingDecisiveFacts: ['simulation'] }],
      ['f-cannot-tell', { status: 'unknown', missing: ['price of a', 'price of b'], missingDecisiveFacts: [] }],
    ],
  )
})

test('of a fact known in part only credits that are sure are given', () => {
  const part = { simulation: { ...late, reason: 'failed' } } as const
  const credits = (...hits: { description: string; evidence: object; credit: number; sure?: true }[]) => {
    const one = detector('good-word', () => hits as never, ['simulation'])
    const [outcome] = runDetectors([one], { facts: sampleFacts(), missing: {}, incomplete: part })
    return outcome?.status === 'found' ? outcome.hits.length : outcome?.status
  }
  const credit = { ...hit('it is known.'), credit: 15 }
  assert.equal(credits(credit), 'unknown')
  assert.equal(credits(credit, { ...credit, sure: true }), 1)
})

test('a detector sees only the facts that it declares', () => {
  let seen: object = {}
  const curious = {
    ...detector('curious-one', () => []),
    detect: (facts: object) => {
      seen = facts
      return []
    },
  }
  runDetectors([curious], { facts: sampleFacts(), missing: {} })
  assert.deepEqual(Object.keys(seen), ['transaction'])
})

test('hits come worst first and in the same order however they are found', () => {
  const hits = [hit('b.'), { ...hit('c.'), severity: 'critical' as const }, hit('a.')]
  const order = (found: typeof hits) => {
    const [outcome] = runDetectors([detector('many-hits', () => found)], { facts: sampleFacts(), missing: {} })
    return outcome?.status === 'found' && outcome.hits.map(({ description }) => description)
  }
  assert.deepEqual(order(hits), ['c.', 'a.', 'b.'])
  assert.deepEqual(order(hits.toReversed()), ['c.', 'a.', 'b.'])
})

test('nothing found in an incomplete fact is unknown, what is found in it stands', () => {
  const incomplete = { transaction: late }
  const run = (detect: () => Verdict) =>
    runDetectors([detector('some-rule', detect)], { facts: sampleFacts(), missing: {}, incomplete })[0]?.status
  assert.equal(
    run(() => []),
    'unknown',
  )
  assert.equal(
    run(() => 'not-applicable'),
    'unknown',
  )
  assert.equal(
    run(() => [hit('it is so.')]),
    'found',
  )
})

test('a list that gave no answer weighs less than a fact that was cut short', () => {
  const cannotTell = { ...detector('some-rule', () => ({ unknown: ['sanctions'], decisive: false })), decisive: true }
  const missingDecisiveFacts = (incomplete: Parameters<typeof runDetectors>[1]['incomplete'] = {}) => {
    const [outcome] = runDetectors([cannotTell], { facts: sampleFacts(), missing: {}, incomplete })
    return outcome?.status === 'unknown' ? outcome.missingDecisiveFacts : null
  }
  assert.deepEqual(missingDecisiveFacts(), [])
  assert.deepEqual(missingDecisiveFacts({ transaction: { ...late, reason: 'switched-off' } }), ['transaction'])
  assert.deepEqual(missingDecisiveFacts({ transaction: late }), ['transaction'])
  assert.deepEqual(missingDecisiveFacts({ transaction: { ...late, decisive: false } }), [])
})
