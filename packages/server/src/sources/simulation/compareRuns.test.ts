import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import detector from '../../risk/detectors/transaction/environment-dependent-outcome.ts'
import { simulation } from '../../risk/sampleFacts.ts'
import { RpcError } from '../chain/jsonRpc.ts'
import { AnswerTooLarge } from './engineCall.ts'
import { ENVIRONMENTS } from './environments.ts'
import type { FlatOutcome } from './flatRun.ts'
import { compareRuns } from './runEnvironments.ts'
import { SHIM_ERROR } from './shimMethods.ts'

const COINBASE = '0x00000000000000000000000000000000000000c0'
const SENDER = '0x00000000000000000000000000000000000000aa'
const fine: FlatOutcome = { success: true, gasUsed: 50_000n, output: '0x', logs: [] }
const failed: FlatOutcome = { ...fine, success: false }

/** What the detector says when each real environment answers as given. */
function judged(answerOf: (kind: 'builder' | 'later') => FlatOutcome | Error | undefined) {
  const environments = ENVIRONMENTS.map((environment) =>
    compareRuns(
      environment,
      { coinbase: COINBASE, sender: SENDER, outcome: fine },
      { coinbase: COINBASE, answer: answerOf(environment.kind) },
    ),
  )
  const verdict = detector.detect({ simulation: simulation({ environments }) })
  return Array.isArray(verdict) ? verdict.map(({ severity }) => severity) : verdict
}

describe('the real environments, as the detector judges them', () => {
  it('make one note of a deadline, whatever a later run varies', () => {
    assert.deepEqual(
      judged((kind) => (kind === 'later' ? failed : fine)),
      ['info'],
    )
  })
  it('make one critical finding of a red pill', () => {
    assert.deepEqual(
      judged((kind) => (kind === 'builder' ? failed : fine)),
      ['critical'],
    )
  })
  it('make a red pill of an answer that floods', () => {
    assert.deepEqual(
      judged((kind) => (kind === 'builder' ? new AnswerTooLarge() : fine)),
      ['critical'],
    )
  })
  for (const error of [new RpcError(-32_603, `${SHIM_ERROR}: timeout`, undefined), new RpcError(-32_603, 'x', 1)])
    it(`say nothing where the engine failed: ${error.message}`, () => {
      const verdict = judged((kind) => (kind === 'builder' ? error : fine))
      assert.deepEqual(verdict, {
        unknown: ['simulation.environments.naive-simulator', 'simulation.environments.other-builder'],
      })
    })
})
