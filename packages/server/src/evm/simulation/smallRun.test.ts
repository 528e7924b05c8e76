import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIMULATION_LIMITS } from './engine/simulationLimits.ts'
import type { PreparedRun } from './prepareRun.ts'
import { createSmallCalls } from './runnerParts.ts'
import { callOf, isLikelySmall } from './smallRun.ts'

type Given = { to?: string | null; data?: string; gasLimit?: bigint; limited?: boolean; blobs?: boolean }

function run({ to = '0xa1', data = '0x12345678', gasLimit = 30_000_000n, limited = false, blobs = false }: Given = {}) {
  const source = { to, data, ...(blobs && { maxFeePerBlobGas: 1n }) }
  return { block: { chain: 'ethereum' }, source, gasLimit, gasLimitedByBalance: limited } as unknown as PreparedRun
}

test('a gas limit that allows no large tree is enough', () => {
  const small = createSmallCalls()('an account')
  const rows: [Given, boolean][] = [
    [{}, false],
    [{ gasLimit: 1_000_000n }, true],
    [{ gasLimit: 1_000_001n }, false],
    // Its code is tried first; blobs have a price of their own; a poor sender is tried twice.
    [{ gasLimit: 90_000n, to: null }, false],
    [{ gasLimit: 90_000n, blobs: true }, false],
    [{ gasLimit: 90_000n, limited: true }, false],
  ]
  for (const [given, expected] of rows) assert.equal(isLikelySmall(run(given), small, SIMULATION_LIMITS), expected)
})

test('a function that ran small is taken to be small until it is not, for the account that saw it', () => {
  const scopes = createSmallCalls()
  const [ours, others] = [scopes('an account'), scopes('another')]
  const isSmall = (given: Given, known = ours) => isLikelySmall(run(given), known, SIMULATION_LIMITS)
  ours.put(callOf(run()), true)
  assert.deepEqual([isSmall({}), isSmall({ data: '0x12345678ff' }), isSmall({}, others)], [true, true, false])
  assert.deepEqual([isSmall({ data: '0x87654321' }), isSmall({ to: '0xa2' })], [false, false])
  ours.put(callOf(run()), false)
  assert.equal(isSmall({}), false)
})

test('the oldest calls are forgotten', () => {
  const small = createSmallCalls()('an account')
  for (let index = 0; index <= 2_000; index++) small.put(`call ${index}`, true)
  assert.deepEqual([small.has('call 0'), small.has('call 1'), small.has('call 2000')], [false, true, true])
})
