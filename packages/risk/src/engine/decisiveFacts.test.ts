import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as index from '../detectors/index.generated.ts'
import type { FactName } from '../facts/facts.ts'
import { DECISIVE_FACTS, decidesWhenFailed, isDecisive } from './decisiveFacts.ts'
import { type Detector, defineDetector, type Subject } from './detector.ts'
import type { MissingFact } from './gatherFacts.ts'

const DETECTORS: readonly Detector[] = Object.values(index).flat()

function ruleAbout(appliesTo: Subject, decisive = false): Detector {
  return defineDetector({
    id: 'some-rule',
    title: 'Some rule',
    why: 'why',
    advice: 'advice',
    category: 'code',
    severity: 'high',
    appliesTo,
    decisive,
    confidence: 'high',
    needs: ['block'],
    detect: () => [],
  })
}

describe('the facts that decide', () => {
  const missed = (reason: MissingFact['reason'], more: Partial<MissingFact> = {}): MissingFact => {
    const error = reason === 'failed' ? new Error('HTTP 500') : null
    return { reason, message: '', root: 'block', error, ...more }
  }
  const decides = (subject: Subject, name: FactName, lost: MissingFact | undefined, whole = true) =>
    isDecisive(ruleAbout(subject), name, { missed: lost, whole })

  for (const [subject, name] of [
    ['transaction', 'simulation'],
    ['transaction', 'recipient'],
    ['message', 'worstCaseExecutions'],
    ['contract', 'trade'],
    ['contract', 'capabilities'],
    ['wallet', 'walletApprovals'],
  ] as const)
    test(`${subject}: ${name}, for whatever reason it is missing`, () => {
      for (const reason of ['late', 'failed', 'unsupported', 'switched-off'] as const)
        assert.equal(decides(subject, name, missed(reason)), true, reason)
      assert.equal(decides(subject, name, undefined), true)
      assert.equal(decides(subject, name, missed('late', { decisive: false })), false, 'of a well-known subject')
    })

  test('a past that no source keeps does not, one that a failing source hides does', () => {
    assert.equal(decides('wallet', 'exposures', missed('unsupported')), false)
    assert.equal(decides('wallet', 'exposures', missed('late')), true)
    assert.equal(decides('wallet', 'exposures', missed('failed'), false), true)
    assert.equal(decides('wallet', 'exposures', missed('failed', { error: null }), false), false, 'too much to read')
  })

  test('a sale probe that failed or was late is decisive', () => {
    for (const reason of ['late', 'failed'] as const)
      assert.equal(decides('transaction', 'saleProbes', missed(reason)), true, reason)
    assert.equal(decides('transaction', 'saleProbes', missed('unsupported')), false)
  })

  test('prices, published source, registration and holders do not', () => {
    for (const [subject, name] of [
      ['wallet', 'walletPrices'],
      ['contract', 'provenance'],
      ['contract', 'distribution'],
      ['contract', 'deployerTokens'],
      ['transaction', 'validity'],
      ['transaction', 'codeOnOtherNetworks'],
    ] as const)
      assert.equal(decides(subject, name, missed('failed')), false, name)
  })

  test('rules about sites say for themselves', () => {
    const lost = { missed: missed('late'), whole: true }
    assert.equal(isDecisive(ruleAbout('url', true), 'visit', lost), true)
    assert.equal(isDecisive(ruleAbout('url'), 'visit', lost), false)
  })

  test('every one of them is asked for by a rule of its subject, and every fact of a decisive rule is one', () => {
    for (const subject of ['transaction', 'message', 'contract', 'wallet'] as const) {
      const rules = DETECTORS.filter(({ appliesTo }) => appliesTo === subject)
      const asked = new Set(rules.flatMap(({ needs }) => needs))
      const table = Object.keys(DECISIVE_FACTS[subject]) as FactName[]
      assert.deepEqual(
        table.filter((name) => !asked.has(name)),
        [],
        subject,
      )
      const nodeWithoutMethods = rules.filter(({ decisive }) => decisive).flatMap(({ needs }) => needs)
      assert.deepEqual(
        [...new Set(nodeWithoutMethods)].filter((name) => !table.includes(name)),
        [],
        subject,
      )
    }
  })
})

test('a fact decides always, or where a source failed', () => {
  for (const table of Object.values(DECISIVE_FACTS))
    for (const [name, weight] of Object.entries(table)) assert.ok(weight === 'always' || weight === 'outage', name)
  const lost = { reason: 'unsupported', message: '', root: 'block', error: null } as const
  const outages = (subject: Subject) =>
    (Object.keys(DECISIVE_FACTS[subject]) as FactName[]).filter(
      (name) => !isDecisive(ruleAbout(subject), name, { missed: lost, whole: true }),
    )
  // What no source offers, or needs years of history: all else must be known.
  assert.deepEqual(outages('transaction'), [
    'rights',
    'consentingSpenders',
    'openAllowances',
    'ownWallets',
    'saleProbes',
    'collections',
    'tokenPulls',
  ])
  assert.deepEqual(outages('message'), ['permitDeposits', 'consentingSpenders'])
  assert.deepEqual(outages('contract'), ['delegateActs', 'walletJudgement', 'coinTraps', 'deposits'])
  assert.deepEqual(outages('wallet'), [
    'walletExtensions',
    'codeJudgement',
    'delegateActs',
    'walletActivity',
    'walletCounterparties',
    'exposures',
    'fundingChain',
    'flaggedDeployments',
    'lookalikes',
  ])
  assert.deepEqual(outages('url'), [])
})

test('a site that was not to be visited decides nothing', () => {
  const off = { missed: { reason: 'switched-off', message: '', root: 'visit', error: null }, whole: true } as const
  assert.equal(isDecisive(ruleAbout('url', true), 'visit', off), false)
  assert.equal(isDecisive(ruleAbout('url', true), 'visit', { missed: undefined, whole: true }), true)
})

test('a rule that threw decides where it could have asked for a review about a decisive fact', () => {
  const rule = (more: Partial<Detector>) => decidesWhenFailed({ ...ruleAbout('contract'), ...more })
  assert.deepEqual(
    (['info', 'low', 'medium', 'high', 'critical'] as const).map((severity) => rule({ severity })),
    [false, false, true, true, true],
  )
  assert.equal(rule({ soft: true }), false)
  assert.equal(rule({ soft: true, decisive: true }), true)
  assert.equal(rule({ needs: ['distribution'] }), false)
  assert.equal(rule({ needs: ['distribution', 'trade'] }), true)
})
