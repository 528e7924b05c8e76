import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { walletDetectors } from '../detectors/index.generated.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { levelOf } from '../engine/score.ts'
import type { Facts } from '../facts/facts.ts'
import { account, sampleFacts } from '../testing/sampleFacts.ts'
import { sampleWallet } from '../testing/sampleWallet.ts'
import { scoreWallet, THIN_RECORD } from './walletScore.ts'

const whole = { ...sampleFacts(), ...sampleWallet() } as Facts

function scored(facts: Partial<Facts>) {
  const outcomes = runDetectors(walletDetectors, { facts, missing: {} })
  return scoreWallet(outcomes, { facts, incomplete: {} })
}

describe('scoreWallet', () => {
  test('a wallet with a past is safe without a reason', () => {
    const { riskLevel, findings, missingDecisiveFacts } = scored(whole)
    assert.deepEqual([riskLevel, missingDecisiveFacts], ['safe', []])
    assert.ok(!findings.some(({ id }) => id === THIN_RECORD))
  })

  test('a thin record is a finding that stands for the whole sum', () => {
    const { history: _, fundingChain: __, walletCounterparties: ___, ...facts } = whole
    const walletActivity = { ...whole.walletActivity, ageDays: 0, sent: 0, received: 0 }
    const { riskScore, weighted, findings } = scored({
      ...facts,
      walletActivity,
      subject: account(whole.subject.address),
    })
    const thin = findings.find(({ id }) => id === THIN_RECORD)
    assert.ok(weighted >= 20, String(weighted))
    assert.equal(riskScore, weighted)
    assert.equal(thin?.severity, levelOf(weighted))
    assert.equal(
      findings.reduce((sum, { impact }) => sum + impact, 0),
      weighted,
    )
  })

  test('imported sanctions lists that are too old decide, none imported does not', () => {
    const of = (more: { sanctionsStale?: true; sanctionsFailed?: true }) =>
      scored({ ...whole, subject: account(whole.subject.address, { nonce: 140n, sanctioned: null, ...more }) })
    const [stale, none] = [of({ sanctionsStale: true }), of({})]
    assert.deepEqual([stale.riskScore, stale.missingDecisiveFacts], [40, ['sanctions']])
    assert.equal(stale.findings[0]?.id, 'not-enough-known')
    const failed = of({ sanctionsFailed: true })
    assert.deepEqual([failed.riskScore, failed.missingDecisiveFacts], [40, ['sanctions']])
    assert.deepEqual([none.riskLevel, none.missingDecisiveFacts], ['safe', []])
  })

  test('an unread wallet of an experimental network names the network too', () => {
    const { history: _, ...rest } = whole
    const facts = { ...rest, subject: account(whole.subject.address, { nonce: 140n, sanctioned: null }) }
    const { findings, confidence } = scoreWallet(
      runDetectors(walletDetectors, { facts, missing: {} }),
      { facts, incomplete: {} },
      { chain: 'base' },
    )
    const ids = findings.map(({ id }) => id)
    assert.ok(ids.includes('not-enough-known') && ids.includes('experimental-network'), ids.join())
    assert.ok(confidence <= 0.7, String(confidence))
  })

  test('a score that is not safe always has a finding that raises it, whatever is missing', () => {
    const names = [...new Set(walletDetectors.flatMap(({ needs }) => needs)), 'history', 'fundingChain'] as const
    fc.assert(
      fc.property(fc.subarray([...names]), fc.boolean(), (missing, isNew) => {
        const walletActivity = isNew ? { ...whole.walletActivity, ageDays: 0, sent: 0 } : whole.walletActivity
        const facts: Partial<Facts> = { ...whole, walletActivity }
        for (const name of missing) delete facts[name]
        const { riskScore, findings, missingDecisiveFacts } = scored(facts)
        assert.equal(
          findings.reduce((sum, { impact }) => sum + impact, 0),
          riskScore,
        )
        const raised = findings.reduce((max, { impact }) => Math.max(max, impact), 0)
        assert.ok(riskScore < 20 || raised > 0, `${riskScore} without ${missing}`)
        if (missingDecisiveFacts.length > 0) assert.ok(riskScore >= 40, `${riskScore} without ${missing}`)
        if (missing.includes('walletApprovals')) assert.ok(missingDecisiveFacts.includes('walletApprovals'))
      }),
      { numRuns: 300 },
    )
  })
})
