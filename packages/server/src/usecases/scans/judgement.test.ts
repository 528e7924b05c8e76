import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walletDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import { levelOf } from '@redoubt/risk/engine/score.ts'
import type { Judgement } from '@redoubt/risk/facts/contractJudgement.ts'
import { account, contract, STRANGER, TRADER } from '@redoubt/risk/testing/sampleFacts.ts'
import { restsOnUnknown, seriousFindings, withNewerFindings } from './judgement.ts'

const judged = (riskScore: number, findings: Judgement['findings'], complete: boolean): Judgement => ({
  address: TRADER,
  riskScore,
  riskLevel: levelOf(riskScore),
  findings,
  weak: [],
  complete,
  blockNumber: 1n,
  rulesetVersion: '1',
})
const detectors = walletDetectors.filter(({ id }) => id === 'delegation-to-unknown-code')
const facts = {
  subject: account(TRADER, { class: 'delegated-eoa', delegate: STRANGER }),
  walletContract: { type: 'delegated', delegate: contract(STRANGER) },
  delegateActs: null,
} as const
const failed = { reason: 'failed', message: '', root: 'delegateActs', error: new Error('busy') } as const

test('a finding for want of an execution joins no other judgement', () => {
  const gathered = { facts, missing: {}, incomplete: { delegateActs: failed } }
  const notProbed = seriousFindings(runDetectors(detectors, gathered), gathered)
  assert.deepEqual(
    notProbed.map(({ severity, ofUnknown }) => [severity, ofUnknown]),
    [['high', true]],
  )
  assert.equal(restsOnUnknown(judged(65, notProbed, false)), true)
  assert.equal(withNewerFindings(judged(10, [], true), judged(65, notProbed, false)), null)
})

test('a finding of an incomplete run counts', () => {
  const acts = { acts: [], tried: 3, cut: ['2 functions'], namedKeys: [STRANGER] }
  const gathered = { facts: { ...facts, delegateActs: acts }, missing: {}, incomplete: { delegateActs: failed } }
  const seen = seriousFindings(runDetectors(detectors, gathered), gathered)
  assert.deepEqual(
    seen.map(({ ofUnknown }) => ofUnknown),
    [undefined],
  )
  assert.equal(restsOnUnknown(judged(65, seen, false)), false)
  const joined = withNewerFindings(judged(10, [], true), judged(65, seen, false))
  assert.deepEqual([joined?.riskScore, joined?.findings.length, joined?.complete], [65, 1, true])
})
