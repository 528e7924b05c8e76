import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Log } from '@redoubt/risk/facts/execution.ts'
import {
  change,
  ETHER,
  frame,
  ROUTER,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '@redoubt/risk/testing/sampleFacts.ts'
import { EVENTS } from './emittedLogs.ts'
import { executedSteps } from './executedSteps.ts'

const word = (value: Address | bigint): Hex =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`
const moved = (token: Address, from: Address, to: Address, amount: bigint): Log => ({
  address: token,
  topics: [EVENTS.Transfer, word(from), word(to)],
  data: word(amount),
})
const call = (to: Address, more: Partial<CallFrame> = {}) => frame({ from: TRADER, to, ...more })
const sends = (amount: bigint, to: Address = STRANGER) => call(USDC, { logs: [moved(USDC, TRADER, to, amount)] })
const batch = (...calls: CallFrame[]) => frame({ from: TRADER, to: TRADER, calls })
const split = (trace: CallFrame, ...rows: ReturnType<typeof usdc>[]) =>
  executedSteps({ trace, principals: [TRADER], balanceChanges: rows, paymaster: UNKNOWN_CONTRACT })
const own = (steps: ReturnType<typeof split>) =>
  steps.map(({ to, changes }) => [to, ...changes.filter(({ account }) => account === TRADER).map((row) => row.change)])

test('each call of the account is a step, with what it alone moves', () => {
  const swap = call(ROUTER, {
    value: ETHER,
    logs: [],
    calls: [frame({ from: ROUTER, to: USDC, logs: [moved(USDC, ROUTER, TRADER, 70n)] })],
  })
  const steps = split(batch(swap, sends(30n)), usdc(TRADER, 40n), usdc(STRANGER, 30n), change(TRADER, -ETHER))
  assert.deepEqual(own(steps), [
    [ROUTER, -ETHER, 70n],
    [USDC, -30n],
  ])
})

test('code that the account runs as its own is no step', () => {
  const run = frame({ type: 'DELEGATECALL', from: TRADER, to: UNKNOWN_CONTRACT, calls: [sends(1n), sends(2n)] })
  const outer = frame({ from: STRANGER, to: TRADER, calls: [run] })
  assert.deepEqual(own(split(outer, usdc(TRADER, -3n))), [
    [USDC, -1n],
    [USDC, -2n],
  ])
})

test('calls that fail or move nothing of the account’s are left out', () => {
  const failed = { ...sends(5n), error: 'execution reverted' }
  assert.deepEqual(own(split(batch(failed, call(ROUTER), sends(1n)), usdc(TRADER, -1n))), [[USDC, -1n]])
})

test('the paymaster’s calls beside the account’s are told apart, also where the account is asked something', () => {
  const asks = frame({ type: 'STATICCALL', from: UNKNOWN_CONTRACT, to: TRADER })
  const pull = frame({ from: UNKNOWN_CONTRACT, to: USDC, logs: [moved(USDC, TRADER, UNKNOWN_CONTRACT, 9n)] })
  const pays = frame({ from: ROUTER, to: UNKNOWN_CONTRACT, calls: [asks, pull] })
  const acts = frame({ from: ROUTER, to: TRADER, calls: [sends(1n)] })
  const trace = frame({ from: STRANGER, to: ROUTER, calls: [pays, acts] })
  assert.deepEqual(
    split(trace, usdc(TRADER, -10n)).map(({ to, byPaymaster }) => [to, byPaymaster]),
    [
      [UNKNOWN_CONTRACT, true],
      [USDC, false],
    ],
  )
  const idle = frame({ from: STRANGER, to: ROUTER, calls: [pays] })
  assert.equal(split(idle, usdc(TRADER, -9n))[0]?.byPaymaster, true, 'where the account does nothing')
})

test('a token that logs less than it takes is charged to the last step that called it', () => {
  assert.deepEqual(own(split(batch(sends(1n), sends(2n), call(ROUTER)), usdc(TRADER, -10n))), [
    [USDC, -1n],
    [USDC, -9n],
  ])
})

test('a gain that is only logged is none', () => {
  const forged = call(UNKNOWN_CONTRACT, {
    logs: [moved(UNKNOWN_CONTRACT, ROUTER, TRADER, 5n), moved(USDC, TRADER, ROUTER, 4n)],
  })
  assert.deepEqual(own(split(batch(forged, sends(1n)), usdc(TRADER, -5n))), [
    [UNKNOWN_CONTRACT, -4n],
    [USDC, -1n],
  ])
})

test('without a call tree there are none', () => {
  assert.deepEqual(executedSteps({ trace: null, principals: [TRADER], balanceChanges: [], paymaster: null }), [])
})
