import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Detector, defineDetector } from './detector.ts'
import type { Severity } from './finding.ts'
import { recommend } from './recommendation.ts'
import type { Outcome } from './runDetectors.ts'
import { type Circumstances, levelOf, scoreDeciding, scoreOutcomes } from './score.ts'

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
const FLOORS = { info: 0, low: 0, medium: 40, high: 60, critical: 80 } as const

function detector(more: Partial<Detector> = {}): Detector {
  return defineDetector({
    id: 'some-rule',
    title: 'Some rule',
    why: 'why',
    advice: 'advice',
    appliesTo: 'transaction',
    category: 'code',
    severity: 'medium',
    confidence: 'high',
    needs: ['transaction'],
    detect: () => [],
    ...more,
  })
}
const found = (severity: Severity, more: Partial<Detector> = {}, credit?: number): Outcome => ({
  detector: detector({ id: `rule-${severity}`, severity, ...more }),
  status: 'found',
  hits: [{ description: 'it is so.', evidence: {}, ...(credit === undefined ? {} : { credit }) }],
})
const unknown = ({ decides = false, ...more }: Partial<Detector> & { decides?: boolean } = {}): Outcome => ({
  detector: detector({ severity: 'high', ...more }),
  status: 'unknown',
  missing: ['simulation'],
  missingDecisiveFacts: decides ? ['simulation'] : [],
})
const clear = (severity: Severity = 'critical'): Outcome => ({
  detector: detector({ id: 'clear-rule', severity }),
  status: 'clear',
})
const scoreOf = (...outcomes: Outcome[]) => scoreOutcomes([clear(), ...outcomes]).riskScore

const anyFinding = fc
  .record({
    id: fc.constantFrom('rule-a', 'rule-b', 'rule-c', 'rule-d', 'rule-e', 'rule-f'),
    severity: fc.constantFrom(...SEVERITIES),
    confidence: fc.constantFrom('low', 'medium', 'high'),
    soft: fc.boolean(),
    family: fc.constantFrom('one', 'two', 'three', 'four'),
  })
  .map(({ severity, ...more }) => found(severity, more as Partial<Detector>))
const anyCredit = fc.integer({ min: 1, max: 60 }).map((credit) => found('info', { id: 'credit-rule' }, credit))
const anyUnknown = fc.record({ decides: fc.boolean() }).map((more) => unknown(more))
const anyOutcomes = fc.array(fc.oneof(anyFinding, anyCredit, anyUnknown), { maxLength: 12 })

test('a score is an integer from 0 to 100 and its level follows', () => {
  fc.assert(
    fc.property(anyOutcomes, (outcomes) => {
      const { riskScore, riskLevel, confidence } = scoreOutcomes(outcomes)
      assert.ok(Number.isInteger(riskScore) && riskScore >= 0 && riskScore <= 100)
      assert.equal(riskLevel, levelOf(riskScore))
      assert.ok(confidence >= 0 && confidence <= 1)
    }),
  )
})

test('finding something never scores lower than looking and finding nothing', () => {
  fc.assert(
    fc.property(anyOutcomes, anyFinding, (outcomes, finding) => {
      // Not "than not looking": a look adds evidence, and the floor for too little evidence may go.
      const clear: Outcome = { detector: finding.detector, status: 'clear' }
      assert.ok(scoreOf(...outcomes, finding) >= scoreOf(...outcomes, clear))
    }),
    { numRuns: 1_000 },
  )
})

test('adding a credit never raises it and never breaks a floor', () => {
  fc.assert(
    fc.property(anyOutcomes, anyCredit, (outcomes, credit) => {
      const after = scoreOf(...outcomes, credit)
      assert.ok(after <= scoreOf(...outcomes))
      for (const outcome of outcomes) {
        if (outcome.status !== 'found' || outcome.detector.soft || outcome.hits[0]?.credit) continue
        assert.ok(after >= FLOORS[outcome.detector.severity])
      }
    }),
  )
})

test('the order of the outcomes does not matter', () => {
  fc.assert(
    fc.property(anyOutcomes, fc.infiniteStream(fc.nat()), (outcomes, keys) => {
      const shuffled = outcomes
        .map((outcome) => ({ outcome, key: Number(keys.next().value) }))
        .sort((a, b) => a.key - b.key)
        .map(({ outcome }) => outcome)
      assert.deepEqual(scoreOutcomes(shuffled), scoreOutcomes(outcomes))
    }),
  )
})

test('the impacts of all findings sum to the score, and none without a reason', () => {
  fc.assert(
    fc.property(anyOutcomes, fc.integer({ min: 0, max: 20 }), fc.nat(2), (outcomes, failedSources, credits) => {
      const given = [...outcomes, ...Array.from({ length: credits }, () => found('info', {}, 15))]
      const { riskScore, findings } = scoreOutcomes(given, { failedSources })
      assert.equal(
        findings.reduce((sum, { impact }) => sum + impact, 0),
        riskScore,
      )
      for (const { impact, severity } of findings)
        assert.ok(Number.isInteger(impact) && (impact >= 0 || severity === 'info'))
    }),
    { numRuns: 500 },
  )
})

test('a finding’s impact is the score that it makes alone', () => {
  fc.assert(
    fc.property(anyFinding, (finding) => {
      const { riskScore, findings } = scoreOutcomes([clear(), finding])
      assert.equal(findings[0]?.impact, riskScore)
    }),
  )
  assert.equal(scoreOutcomes([clear(), found('info', {}, 7)]).findings[0]?.impact, 0, 'there is nothing to take off')
  const credited = scoreOutcomes([clear(), found('low'), found('info', {}, 7)]).findings
  assert.deepEqual(
    credited.map(({ impact }) => impact),
    [10, -7],
  )
})

test('soft findings alone never pass 50', () => {
  fc.assert(
    fc.property(fc.array(anyFinding), (findings) => {
      const soft = findings.map((one): Outcome => ({ ...one, detector: { ...one.detector, soft: true } }))
      assert.ok(scoreOf(...soft) <= 50)
    }),
  )
})

test('a rule may say of one hit that it is soft, or that it is not', () => {
  const hit = (soft: boolean): Outcome => ({
    ...(found('high', { soft: !soft }) as Extract<Outcome, { status: 'found' }>),
    hits: [{ description: 'it is so.', evidence: {}, soft }],
  })
  assert.equal(scoreOf(hit(true)), 50)
  assert.equal(scoreOf(hit(false)), 65)
})

test('floors, ceilings and families', () => {
  assert.equal(scoreOf(), 0)
  assert.equal(scoreOf(found('info')), 0)
  assert.equal(scoreOf(found('low')), 10)
  assert.equal(scoreOf(found('medium')), 40)
  assert.equal(scoreOf(found('high')), 65)
  assert.equal(scoreOf(found('critical')), 85)
  for (const severity of SEVERITIES) assert.ok(scoreOf(found(severity, { confidence: 'low' })) >= FLOORS[severity])
  const lows = Array.from({ length: 30 }, (_, at) => found('low', { id: `low-${at}` }))
  assert.equal(levelOf(scoreOf(...lows)), 'low')
  const mediums = Array.from({ length: 30 }, (_, at) => found('medium', { id: `medium-${at}` }))
  assert.equal(levelOf(scoreOf(...mediums)), 'high')
  const family = { family: 'loss' }
  assert.equal(scoreOf(found('high', { id: 'x-one', ...family }), found('medium', { id: 'x-two', ...family })), 65)
  assert.ok(scoreOf(found('high', { id: 'x-one' }), found('medium', { id: 'x-two' })) > 65)
})

test('signs, and powers that no single key has, make no high level of a contract', () => {
  const about = (id: string, more: Partial<Detector> = {}) => found('medium', { id, appliesTo: 'contract', ...more })
  const shared = (id: string, of: Partial<Detector> = {}): Outcome => {
    const hits = [{ description: 'several keys can.', evidence: {}, shared: true as const }]
    return { detector: detector({ id, appliesTo: 'contract', ...of }), status: 'found', hits }
  }
  const many = (of: (id: string) => Outcome) => Array.from({ length: 12 }, (_, at) => of(`rule-${at}`))
  const lows = many((id) => found('low', { id: `low-${id}`, appliesTo: 'contract' }))
  assert.equal(scoreOf(...many(shared), about('signs', { soft: true }), ...lows), 59)
  assert.equal(scoreOf(shared('one')), 40)
  assert.equal(scoreOf(about('signs', { soft: true }), ...lows), 59)
  assert.ok(scoreOf(...many(shared), about('one key')) > 60, 'a power of one key beside')
  assert.ok(scoreOf(...many((id) => about(id))) > 60, 'powers of one key')
  assert.ok(scoreOf(shared('grave', { severity: 'high' }), ...lows) > 60, 'what is high stays high')
  assert.ok(scoreOf(found('medium', { soft: true }), ...many((id) => found('low', { id }))) > 60, 'a transaction')
})

test('unknown is not safe', () => {
  assert.equal(scoreOf(unknown({ decides: true })), 40)
  assert.equal(scoreOf({ detector: detector({ decisive: true }), status: 'failed', message: 'bug' }), 40)
  assert.equal(scoreOf({ detector: detector({ severity: 'high' }), status: 'failed', message: 'bug' }), 40)
  for (const less of [{ severity: 'low' }, { soft: true }, { needs: ['spellings'] }] as const)
    assert.equal(scoreOf({ detector: detector({ ...less } as never), status: 'failed', message: 'bug' }), 0)
  assert.equal(scoreOf(unknown()), 0, 'a fact that decides nothing')
  assert.equal(scoreOutcomes([]).riskScore, 20, 'no evidence at all')
  assert.equal(scoreOutcomes([unknown({ severity: 'critical' }), clear('low')]).riskScore, 20)
})

test('the reason for a score above the findings is named', () => {
  const nothing = scoreOutcomes([clear(), unknown({ decides: true })])
  assert.deepEqual(
    nothing.findings.map(({ id, severity, impact, evidence }) => [id, severity, impact, evidence]),
    [['not-enough-known', 'medium', 40, { missing: ['simulation'] }]],
  )
  assert.match(nothing.findings[0]?.description ?? '', /^Not known in full: the outcome of the execution\./)
  const bug: Outcome = { detector: detector({ decisive: true }), status: 'failed', message: 'at line 7' }
  const [failed] = scoreOutcomes([bug]).findings
  assert.match(failed?.description ?? '', /Some rule/)
  assert.doesNotMatch(JSON.stringify(failed), /line 7/)
  const both = scoreOutcomes([clear(), unknown({ decides: true }), found('low')])
  assert.deepEqual(
    both.findings.map(({ id }) => id),
    ['not-enough-known', 'rule-low'],
  )
  const enough = scoreOutcomes([clear(), unknown({ decides: true }), found('medium')])
  assert.deepEqual(
    enough.findings.map(({ id }) => id),
    ['rule-medium'],
  )
  assert.deepEqual(enough.missingDecisiveFacts, ['simulation'], 'it is missing all the same')
  assert.deepEqual(scoreOutcomes([clear(), unknown()]).findings, [])
  const little = scoreOutcomes([clear('low'), unknown({ severity: 'critical' })])
  assert.deepEqual(
    little.findings.map(({ id, severity, impact }) => [id, severity, impact]),
    [['not-enough-known', 'low', 20]],
  )
})

test('a score that is not safe always comes with a reason, and a floor is named', () => {
  fc.assert(
    fc.property(anyOutcomes, fc.integer({ min: 0, max: 20 }), (outcomes, failedSources) => {
      const { riskScore, findings, missingDecisiveFacts, confidence } = scoreOutcomes(outcomes, { failedSources })
      assert.ok(riskScore < 20 || findings.some(({ impact }) => impact > 0), JSON.stringify(findings))
      const found = scoreOutcomes([clear(), ...outcomes.filter(({ status }) => status === 'found')]).riskScore
      const named = findings.filter(({ id }) => id === 'not-enough-known')
      assert.equal(named.length, riskScore > found ? 1 : 0)
      if (named.length > 0) assert.ok((named[0]?.impact ?? 0) <= riskScore - found)
      if (missingDecisiveFacts.length > 0) assert.ok(riskScore >= 40)
      if (confidence < 0.5) assert.ok(riskScore >= 20)
    }),
    { numRuns: 500 },
  )
})

test('confidence is the share of the weight that was evaluated', () => {
  assert.equal(scoreOutcomes([clear()]).confidence, 1)
  assert.equal(scoreOutcomes([clear(), unknown({ severity: 'critical' })]).confidence, 0.5)
  assert.equal(scoreOutcomes([clear(), { detector: detector(), status: 'not-applicable' }]).confidence, 1)
  assert.equal(scoreOutcomes([clear()], { failedSources: 2 }).confidence, 0.9)
  assert.equal(scoreOutcomes([clear()], { diverged: true }).confidence, 0.7)
  assert.equal(scoreOutcomes([]).confidence, 0)
})

test('levels and recommendations at their borders', () => {
  const levels = [0, 19, 20, 39, 40, 59, 60, 79, 80, 100].map(levelOf)
  assert.deepEqual(levels, ['safe', 'safe', 'low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'])
  const all = ['safe', 'low', 'medium', 'high', 'critical'] as const
  assert.deepEqual(
    all.map((level) => recommend('transaction', level)),
    ['PROCEED', 'PROCEED', 'REVIEW', 'CAUTION', 'BLOCK'],
  )
  assert.deepEqual(
    all.map((level) => recommend('contract', level)),
    ['SAFE', 'SAFE', 'CAUTION', 'AVOID', 'BLOCK'],
  )
  assert.deepEqual(
    all.map((level) => recommend('url', level)),
    ['PROCEED', 'PROCEED', 'CAUTION', 'AVOID', 'BLOCK'],
  )
})

test('a repeated judgement puts a floor under the score and adds nothing to other findings', () => {
  const repeated = (severity: Severity, atLeast: number): Outcome => ({
    detector: detector({ id: 'rule-repeated', severity }),
    status: 'found',
    hits: [{ description: 'it is so.', evidence: {}, atLeast }],
  })
  assert.equal(scoreOf(repeated('critical', 87)), 87)
  assert.equal(scoreOf(repeated('high', 65), found('high')), Math.max(65, scoreOf(found('high'))))
  assert.equal(
    scoreOf(found('high', { id: 'rule-other' }), found('high')) >= 80,
    true,
    'two findings of their own add up',
  )
})

test('what was not covered, failed sources and a builder’s other outcome each lower the confidence', () => {
  const of = (more: Circumstances) => scoreOutcomes([clear()], more).confidence
  assert.deepEqual(
    [{}, { failedSources: 1 }, { failedSources: 2 }, { diverged: true }, { uncovered: 0.5 }, { uncovered: 1 }].map(of),
    [1, 0.95, 0.9, 0.7, 0.8, 0.6],
  )
  assert.equal(of({ failedSources: 1, diverged: true, uncovered: 0.5 }), 0.53)
})

test('confidence is the share of what was looked at, by severity; what does not apply counts nowhere', () => {
  const skipped: Outcome = { detector: detector({ id: 'skipped', severity: 'critical' }), status: 'not-applicable' }
  const failed: Outcome = {
    detector: detector({ id: 'broken', severity: 'medium', needs: [] }),
    status: 'failed',
    message: 'x',
  }
  const of = (...outcomes: Outcome[]) => scoreOutcomes(outcomes).confidence
  assert.equal(of(), 0)
  assert.equal(of(skipped), 0)
  assert.equal(of(clear('high'), unknown(), skipped), 0.5)
  assert.equal(of(found('high'), unknown(), skipped), 0.5)
  assert.equal(of(clear('high'), failed), 0.67)
})

test('too little evidence is never safe: below half, not at it', () => {
  const at = (...outcomes: Outcome[]) => scoreOutcomes(outcomes).riskScore
  assert.equal(at(clear('high'), unknown()), 0)
  assert.equal(at(clear('medium'), unknown()), 20)
  assert.equal(at(clear('medium'), unknown({ decides: true })), 40)
})

test('reasons for failed executions are told beside a finding that scores more than the floor', () => {
  const reasons = ['It took too long.']
  const beside = scoreOutcomes([found('critical'), unknown({ decides: true })], { failedExecutions: reasons }).findings
  assert.deepEqual(
    beside.map(({ id, impact }) => [id, impact > 0]),
    [
      ['rule-critical', true],
      ['not-enough-known', false],
    ],
  )
  const quiet = scoreOutcomes([found('critical'), unknown({ decides: true })]).findings
  assert.equal(quiet.length, 1)
  assert.equal(scoreOutcomes([found('critical')], { failedExecutions: reasons }).findings.length, 1)
})

test('equal findings are told in the order of their ids, then of what they say', () => {
  const one = (id: string, description: string): Outcome => ({
    detector: detector({ id }),
    status: 'found',
    hits: [{ description, evidence: {} }],
  })
  const told = (...outcomes: Outcome[]) =>
    scoreOutcomes(outcomes).findings.map(({ id, description }) => `${id} ${description}`)
  const wanted = ['a 1', 'a 2', 'b 0']
  for (const order of [
    [one('b', '0'), one('a', '2'), one('a', '1')],
    [one('a', '1'), one('a', '2'), one('b', '0')],
  ])
    assert.deepEqual(told(...order), wanted)
  assert.deepEqual(
    scoreOutcomes([found('low'), found('critical'), found('medium')]).findings.map(({ severity }) => severity),
    ['critical', 'medium', 'low'],
  )
})

test('several findings of one rule share what the worst of them makes', () => {
  const rule = (severities: Severity[]): Outcome => ({
    detector: detector({ id: 'many' }),
    status: 'found',
    hits: severities.map((severity, at) => ({ description: `${at}`, evidence: {}, severity })),
  })
  const both = scoreOutcomes([rule(['high', 'medium']), found('medium')])
  assert.deepEqual(
    both.findings.map(({ id, impact }) => [id, impact]),
    [
      ['many', 30],
      ['many', 19],
      ['rule-medium', 30],
    ],
  )
})

test('deciding outcomes make the score; others are shown beside it without a share', () => {
  const beside = found('high')
  const decisive = found('low')
  const scored = scoreDeciding({ shown: [beside, decisive], deciding: [decisive] })
  assert.deepEqual(
    scored.findings.map(({ id, impact }) => [id, impact]),
    [
      ['rule-high', 0],
      ['rule-low', 10],
    ],
  )
  assert.deepEqual([scored.riskScore, scored.riskLevel], [10, 'safe'])
  assert.deepEqual(
    scored.unshared.map(({ impact }) => impact),
    [65, 10],
  )
  const unsure = scoreDeciding({ shown: [beside], deciding: [unknown({ decides: true })] })
  assert.deepEqual(
    unsure.findings.map(({ id, impact }) => [id, impact]),
    [
      ['not-enough-known', 40],
      ['rule-high', 0],
    ],
  )
  assert.deepEqual(unsure.missingDecisiveFacts, ['simulation'])
  assert.equal(unsure.unshared.length, 1)
})
