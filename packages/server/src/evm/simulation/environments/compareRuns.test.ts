import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import detector from '@redoubt/risk/detectors/transaction/simulation-evading-transaction.ts'
import { simulation } from '@redoubt/risk/testing/sampleFacts.ts'
import { RpcError } from '../../rpc/jsonRpc.ts'
import { AnswerTooLarge } from '../engine/engineCall.ts'
import { SHIM_ERROR } from '../engine/shimMethods.ts'
import type { FlatOutcome } from '../flatRun.ts'
import { ENVIRONMENTS, type Environment } from './environments.ts'
import { compareRuns } from './runEnvironments.ts'

const COINBASE = '0x00000000000000000000000000000000000000c0'
const SENDER = '0x00000000000000000000000000000000000000aa'
const THIEF = '0x00000000000000000000000000000000000000bb'
const TOKEN = '0x0000000000000000000000000000000000000070'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: `0x${string}`): `0x${string}` => `0x${value.slice(2).padStart(64, '0')}`
const fine: FlatOutcome = { success: true, gasUsed: 50_000n, output: '0x', logs: [] }
const failed: FlatOutcome = { ...fine, success: false }
const taken: FlatOutcome = {
  ...fine,
  logs: [{ address: TOKEN, topics: [TRANSFER, word(SENDER), word(THIEF)], data: word('0x05') }],
}

/** The detector's verdict when each real environment answers as given. */
function judged(answerOf: (kind: Environment['kind']) => FlatOutcome | Error | undefined, main = fine) {
  const environments = ENVIRONMENTS.map((environment) =>
    compareRuns(
      environment,
      { coinbase: COINBASE, sender: SENDER, called: THIEF, value: 0n, dust: 0n, outcome: main },
      { coinbase: COINBASE, answer: answerOf(environment.kind) },
    ),
  )
  const verdict = detector.detect({ simulation: simulation({ environments }), recipient: null })
  return Array.isArray(verdict) ? verdict.map(({ severity }) => severity) : verdict
}

describe('the real environments, as the detector judges them', () => {
  it('make one note of a deadline, whatever a later run varies', () => {
    assert.deepEqual(
      judged((kind) => (kind === 'later' ? failed : fine)),
      ['info'],
    )
  })
  it('make one critical finding of a red pill, whichever run takes', () => {
    assert.deepEqual(
      judged((kind) => (kind === 'sender' ? taken : fine)),
      ['critical'],
    )
    assert.deepEqual(
      judged((kind) => (kind === 'builder' ? fine : taken), taken),
      // Other randomness alone changes it too, so it may be a game of chance.
      ['high'],
    )
  })
  it('make a warning of a later run that takes', () => {
    assert.deepEqual(
      judged((kind) => (kind === 'later' ? taken : fine)),
      ['high'],
    )
  })
  it('make a note of a run that fails, and of an answer that floods', () => {
    for (const answer of [failed, new AnswerTooLarge()])
      assert.deepEqual(
        judged((kind) => (kind === 'sender' ? answer : fine)),
        ['low'],
      )
  })
  for (const error of [new RpcError(-32_603, `${SHIM_ERROR}: timeout`, undefined), new RpcError(-32_603, 'x', 1)])
    it(`say nothing where the engine failed: ${error.message}`, () => {
      const verdict = judged((kind) => (kind === 'builder' ? error : fine))
      assert.deepEqual(verdict, {
        unknown: ['naive-simulator', 'other-builder', 'other-randomness'].map(
          (name) => `simulation.environments.${name}`,
        ),
      })
    })
})
