import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { contractDetectors, walletDetectors } from '../detectors/index.generated.ts'
import type { Finding, Severity } from '../engine/finding.ts'
import { levelOf, scoreOutcomes } from '../engine/score.ts'
import { breakDown, CATEGORIES, REPORT_WEIGHTS } from './breakDown.ts'
import { buildReport, type Judged } from './buildReport.ts'
import { type TestRule, testOutcome } from './testRules.ts'

const ALL = contractDetectors.map(({ id, title, severity }) => ({ id, title, severity }))

function finding(id: string, impact: number, description = `${id} was found.`): Finding {
  const detector = [...contractDetectors, ...walletDetectors].find((one) => one.id === id)
  return {
    id,
    title: detector?.title ?? id,
    severity: (detector?.severity ?? 'low') as Severity,
    description,
    impact,
    evidence: {},
  }
}

const nothing = { score: 0, riskLevel: 'safe', confidence: 1, unknown: [] } as const
const none = () => ({ ...nothing, unknown: [] })
const BREAKDOWN: Judged['breakdown'] = {
  categories: { ownership: none(), code: none(), liquidity: none(), associations: none() },
  creditsTaken: 0,
  missingDecisiveFacts: [],
}

function judged(more: Partial<Judged> = {}): Judged {
  const riskScore = more.riskScore ?? 0
  return {
    entity: '0x1',
    subject: 'token',
    chain: 'ethereum',
    riskScore,
    riskLevel: levelOf(riskScore),
    confidence: 1,
    recommendation: 'SAFE',
    findings: [],
    history: [],
    rulesetVersion: '1',
    intelAsOf: '2026-01-01',
    block: null,
    canonical: '0x1',
    breakdown: BREAKDOWN,
    sources: [],
    unavailable: [],
    unknown: [],
    complete: true,
    generatedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  }
}

function impactsOf(report: ReturnType<typeof buildReport>): number[] {
  return CATEGORIES.flatMap((name) => report.riskBreakdown[name].factors.map(({ impact }) => impact))
}
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

describe('Impacts', () => {
  const someFindings = fc.array(
    fc.record({
      pick: fc.nat(ALL.length - 1),
      impact: fc.integer({ min: -20, max: 100 }),
      text: fc.string({ maxLength: 5 }),
    }),
    { maxLength: 20 },
  )
  const toFindings = (picks: { pick: number; impact: number; text: string }[]) =>
    picks.map(({ pick, impact, text }) => finding(ALL[pick]?.id ?? '', impact, text))
  test('are those of the findings, and what no finding explains has a factor', () =>
    fc.assert(
      fc.property(someFindings, fc.integer({ min: 0, max: 100 }), (picks, rest) => {
        const findings = toFindings(picks)
        const riskScore = sum(findings.map(({ impact }) => impact)) + rest
        assert.equal(sum(impactsOf(buildReport(judged({ riskScore, findings })))), riskScore)
      }),
    ))
  const someRules = fc.array(
    fc.record({
      severity: fc.constantFrom<Severity>('low', 'medium', 'high', 'critical'),
      trust: fc.constantFrom('low', 'medium', 'high'),
      soft: fc.boolean(),
      decisive: fc.boolean(),
      category: fc.constantFrom(...CATEGORIES),
      status: fc.constantFrom(undefined, undefined, 'clear', 'unknown'),
      credit: fc.constantFrom(0, 0, 0, 5, 15, 20),
    }),
    { maxLength: 12 },
  )
  test('of real scores sum to them, and credits to what the score would be without them', () =>
    fc.assert(
      fc.property(someRules, (rules) => {
        const outcomes = rules.map((rule, place) =>
          testOutcome(rule.credit > 0 ? { ...rule, severity: 'info' } : (rule as TestRule), place),
        )
        const score = scoreOutcomes(outcomes)
        const without = scoreOutcomes(outcomes.filter((_, place) => rules[place]?.credit === 0 || rules[place]?.status))
        const report = buildReport(judged({ ...score, breakdown: breakDown(outcomes, score.riskScore) }))
        const impacts = impactsOf(report)
        assert.equal(sum(impacts), score.riskScore)
        const off = sum(impacts.filter((impact) => impact < 0))
        assert.equal(off, score.riskScore - without.riskScore)
        for (const name of CATEGORIES) assert.ok(report.riskBreakdown[name].score <= score.riskScore)
      }),
    ))
  test('do not depend on the order of the findings', () =>
    fc.assert(
      fc.property(someFindings, fc.integer({ min: 0, max: 100 }), (picks, riskScore) => {
        const findings = toFindings(picks)
        const one = buildReport(judged({ riskScore, findings }))
        const other = buildReport(judged({ riskScore, findings: [...findings].reverse() }))
        assert.deepEqual(one, other)
      }),
    ))
})

describe('A wallet', () => {
  const subScores = {
    age: { score: 90, weight: 15, known: true, reason: 'First seen today' },
    history: { score: 30, weight: 20, known: true, reason: 'A few transactions' },
    funding: { score: 50, weight: 25, known: false, reason: 'Nobody knows' },
    associations: { score: 0, weight: 25, known: true, reason: 'Nothing speaks against them' },
    labels: { score: 25, weight: 15, known: true, reason: 'No label' },
  }
  test('shares its weighted sum among the five aspects', () => {
    const report = buildReport(judged({ subject: 'wallet', riskScore: 36, findings: [], subScores, weighted: 36 }))
    assert.equal(sum(impactsOf(report)), 36)
    const { ownership, associations, code, liquidity } = report.riskBreakdown
    assert.deepEqual(
      ownership.factors.map(({ id }) => id),
      ['wallet-age', 'wallet-labels'],
    )
    assert.deepEqual(associations.factors.map(({ id }) => id).sort(), [
      'wallet-associations',
      'wallet-funding',
      'wallet-history',
    ])
    for (const none of [code, liquidity]) {
      assert.equal(none.weight, 0)
      assert.ok(none.notApplicable)
    }
  })
  test('gives its findings all points where they come to more', () => {
    const flagged = finding('sanctioned-wallet', 85)
    const report = buildReport(
      judged({ subject: 'wallet', riskScore: 85, findings: [flagged], subScores, weighted: 36 }),
    )
    assert.equal(sum(impactsOf(report)), 85)
    assert.equal(report.riskBreakdown.ownership.factors[0]?.id, 'sanctioned-wallet')
    assert.equal(report.riskBreakdown.ownership.factors[0]?.impact, 85)
    // Here no rule told its category apart: what the factors come to counts.
    assert.equal(
      report.riskBreakdown.ownership.score,
      sum(report.riskBreakdown.ownership.factors.map(({ impact }) => impact)),
    )
  })
})

describe('Categories', () => {
  test('weigh a hundred together, and what does not apply says why', () => {
    for (const weights of Object.values(REPORT_WEIGHTS)) {
      assert.equal(sum(CATEGORIES.map((name) => weights[name].weight)), 100)
      for (const name of CATEGORIES) assert.equal(weights[name].weight === 0, weights[name].notApplicable !== null)
    }
  })
  test('say what is not known of them', () => {
    const liquidity = { score: 40, riskLevel: 'not-known', confidence: 0.2, unknown: ['trade'] } as const
    const categories = { ...BREAKDOWN.categories, liquidity: { ...liquidity, unknown: ['trade'] } }
    const report = buildReport(judged({ riskScore: 40, breakdown: { ...BREAKDOWN, categories } }))
    const { weight: _, notApplicable: __, factors: ___, ...said } = report.riskBreakdown.liquidity
    assert.deepEqual(said, liquidity)
  })
})

describe('Words', () => {
  const [a, b] = ALL
  assert.ok(a && b)
  test('name the worst finding and count the rest', () => {
    const report = buildReport(judged({ riskScore: 85, findings: [finding(b.id, 20), finding(a.id, 85)] }))
    assert.equal(report.summary.verdict, `Critical risk: ${a.title} and 1 other finding.`)
  })
  test('of a clean entity say so, without a promise', () => {
    const report = buildReport(judged({ riskScore: 0 }))
    assert.equal(report.summary.verdict, 'No notable risk found.')
    assert.equal(report.recommendations.length, 1)
  })
  test('repeat no advice', () => {
    const report = buildReport(judged({ riskScore: 85, findings: [finding(a.id, 85), finding(a.id, 80, 'again')] }))
    assert.equal(report.recommendations.length, 1)
  })
  const low = (id: string, impact = 10) => ({ ...finding(id, impact), severity: 'low' as const })
  test('do not contradict the verdict: a trace of a harm has no advice of its own', () => {
    const report = buildReport(judged({ riskScore: 19, findings: [low('hidden-mint'), low('low-liquidity')] }))
    assert.deepEqual(report.recommendations, ['Invest no more than the pools can pay back.'])
    const exchange = buildReport(judged({ subject: 'wallet', riskScore: 8, findings: [low('flagged-exposure', 8)] }))
    assert.equal(exchange.recommendations.length, 1)
    assert.match(exchange.recommendations[0] ?? '', /^The findings alone are no reason to stay away/)
    const real = buildReport(judged({ riskScore: 85, findings: [finding('hidden-mint', 85)] }))
    assert.match(real.recommendations[0] ?? '', /^Do not buy it/)
  })
  test('ask to come back only when what decides is unknown, and always then', () => {
    const many = ALL.slice(0, 40).map(({ id }) => finding(id, 60))
    const asking = (report: ReturnType<typeof buildReport>) =>
      /^Repeat the check/.test(report.recommendations.at(-1) ?? '')
    const missingDecisiveFacts = { ...BREAKDOWN, missingDecisiveFacts: ['trade'] }
    const report = buildReport(judged({ riskScore: 85, findings: many, breakdown: missingDecisiveFacts }))
    assert.deepEqual([report.recommendations.length, asking(report)], [10, true])
    assert.equal(asking(buildReport(judged({ unknown: ['verified'] }))), false)
  })
  test('say that little is known only where that is so', () => {
    const verdict = (confidence: number) => buildReport(judged({ riskScore: 25, confidence })).summary.verdict
    assert.match(verdict(0.4), /based on few known facts/)
    assert.doesNotMatch(verdict(0.89), /few known facts/)
  })
})

describe('An entity', () => {
  test('that is a name is named with its address', () => {
    const report = buildReport(judged({ entity: 'trader.eth', canonical: '0xAb', subject: 'wallet' }))
    assert.deepEqual([report.entity, report.canonical], ['trader.eth', '0xAb'])
  })
  test('that is a site is shown without the password in its address', () => {
    const typed = { entity: 'https://user:secretpw@site.example/a#b', canonical: 'https://site.example/a' }
    const report = buildReport(judged({ ...typed, subject: 'url', chain: null }))
    assert.equal(JSON.stringify(report).includes('secretpw'), false)
    assert.equal(report.entity, typed.canonical)
  })
})
