import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Detector } from './detector.ts'
import { failedExecutions } from './failedExecutions.ts'
import { gatherFacts, Incomplete } from './gatherFacts.ts'
import { runDetectors } from './runDetectors.ts'
import { scoreOutcomes } from './score.ts'

const CRASHED = 'This input crashed the execution engine. It is not executed again for 10 minutes.'

function unavailable(message = CRASHED): Error {
  const error = new Error(message)
  error.name = 'SimulationUnavailable'
  return error
}

const signal = new AbortController().signal

describe('a simulation that failed', () => {
  it('leaves the answer incomplete, and says why once', async () => {
    const gathered = await gatherFacts({
      providers: {
        simulation: () => Promise.reject(unavailable()),
        balanceChanges: async (get) => (await get('simulation')) && [],
      },
      needed: ['simulation', 'balanceChanges'],
      signal,
    })
    assert.equal(gathered.complete, false)
    assert.deepEqual(failedExecutions(gathered), [CRASHED])
  })

  it('does so also where a part is known', async () => {
    const error = unavailable()
    const gathered = await gatherFacts({
      providers: {
        switches: () =>
          new Incomplete([], { reason: 'failed', message: error.message, root: 'privilegesBudget', error }),
      },
      needed: ['switches'],
      signal,
    })
    assert.equal(gathered.complete, false)
    assert.deepEqual(failedExecutions(gathered), [CRASHED])
  })

  it('does so also where a provider did without, and no fact is missing', async () => {
    const failed: Error[] = []
    const gathered = await gatherFacts({
      providers: {
        switches: () => {
          failed.push(unavailable())
          return []
        },
      },
      needed: ['switches'],
      failedExecutions: () => failed,
      signal,
    })
    assert.deepEqual(gathered.missing, {})
    assert.equal(gathered.complete, false)
    assert.deepEqual(failedExecutions(gathered), [CRASHED])
  })

  it('is nothing of the kind when another source failed, or the caller wanted none', async () => {
    const gathered = await gatherFacts({
      providers: { senderHistory: () => Promise.reject(new Error('no logs')) },
      needed: ['simulation', 'senderHistory'],
      switchedOff: ['simulation'],
      signal,
    })
    assert.equal(gathered.complete, true)
    assert.deepEqual(failedExecutions(gathered), [])
  })

  it('is told by a finding, beside worse ones too', () => {
    const detector = (id: string, hits: number): Detector => ({
      id,
      title: id,
      why: '',
      advice: '',
      appliesTo: 'transaction',
      category: 'code',
      severity: 'high',
      confidence: 'high',
      decisive: true,
      needs: hits > 0 ? [] : ['simulation'],
      detect: () => Array.from({ length: hits }, () => ({ description: id, evidence: {} })),
    })
    const outcomes = (hits: number) =>
      runDetectors([detector('blind', 0), ...(hits > 0 ? [detector('sees', hits)] : [])], { facts: {}, missing: {} })
    const alone = scoreOutcomes(outcomes(0), { failedExecutions: [CRASHED] })
    assert.equal(alone.riskScore, 40)
    assert.match(alone.findings[0]?.description ?? '', /crashed the execution engine.*not the same as safe/)
    const beside = scoreOutcomes(outcomes(1), { failedExecutions: [CRASHED] })
    assert.deepEqual(
      beside.findings.map(({ id }) => id),
      ['sees', 'not-enough-known'],
    )
    assert.doesNotMatch(beside.findings[1]?.description ?? '', /speaks against it/)
    assert.equal(beside.riskScore, scoreOutcomes(outcomes(1)).riskScore)
    assert.equal(scoreOutcomes(outcomes(1)).findings.length, 1)
  })
})
