import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failure, frame, simulation, TRADER, USDC } from '@redoubt/risk/testing/sampleFacts.ts'
import { emittedLogs } from '../decode/emittedLogs.ts'
import { mergeSteps } from './runWorstCaseExecutions.ts'

const SLOT = '0x01'
const log = (data: `0x${string}`, index: number) => ({ address: USDC, topics: [], data, index })

test('steps count as one execution: logs in order, changes from the first to the last', () => {
  const first = simulation({
    trace: frame({ logs: [log('0x0a', 0)], calls: [frame({ logs: [log('0x0b', 1)] })] }),
    stateDiff: {
      [USDC]: { balance: { before: 5n, after: 3n }, storage: { [SLOT]: { before: '0x01', after: '0x02' } } },
    },
  })
  const second = simulation({
    trace: frame({ logs: [log('0x0c', 0)] }),
    stateDiff: {
      [USDC]: { balance: { before: 3n, after: -1n }, storage: { [SLOT]: { before: '0x02', after: '0x03' } } },
    },
  })
  const merged = mergeSteps([first, second], TRADER)
  assert.deepEqual(
    emittedLogs(merged.trace).map(({ data }) => data),
    ['0x0a', '0x0b', '0x0c'],
  )
  // A made-up buyer was topped up: as state to read, no balance is less than nothing.
  assert.deepEqual(merged.stateDiff[USDC], {
    balance: { before: 5n, after: 0n },
    storage: { [SLOT]: { before: '0x01', after: '0x03' } },
  })
  assert.equal(merged.gasUsed, first.gasUsed + second.gasUsed)
})

test('what a failed step logged did not happen', () => {
  const failed = failure('no', { trace: frame({ error: 'execution reverted', logs: [log('0x0a', 0)] }) })
  assert.deepEqual(emittedLogs(mergeSteps([failed], TRADER).trace), [])
})

test('one step that was too large to trace makes the whole unknown', () => {
  const merged = mergeSteps([simulation(), simulation({ truncated: true, trace: null })], TRADER)
  assert.equal(merged.truncated, true)
  assert.equal(merged.trace, null)
})

test('no steps change nothing', () => {
  const merged = mergeSteps([], TRADER)
  assert.deepEqual(merged.stateDiff, {})
  assert.deepEqual(emittedLogs(merged.trace), [])
})
