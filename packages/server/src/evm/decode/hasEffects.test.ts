import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import { hasEffects } from './executedSteps.ts'

const from = '0x0000000000000000000000000000000000000001'
const trace = (error: string | null): CallFrame => ({
  type: 'CALL',
  from,
  to: from,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x',
  output: null,
  error,
  revertReason: null,
  logs: [],
  calls: [],
})
const simulation = (parts: Partial<Simulation>): Simulation => ({
  success: false,
  outcome: 'succeeded',
  gasUsed: 0n,
  gasLimit: 0n,
  revertReason: null,
  output: '0x',
  trace: trace(null),
  stateDiff: {},
  toppedUp: false,
  truncated: false,
  created: null,
  environments: [],
  ...parts,
})
const CASES: [string, Partial<Simulation>, boolean][] = [
  ['a success', { outcome: 'succeeded' }, true],
  ['a revert', { outcome: 'reverted', trace: trace('reverted') }, false],
  ['a halt', { outcome: 'halted', trace: trace('out of gas') }, false],
  ['a wrong nonce before a call that would succeed', { outcome: 'rejected' }, true],
  ['a wrong nonce before a call that would revert', { outcome: 'rejected', trace: trace('reverted') }, false],
  [
    'a rejected run whose tree was cut, with changes',
    { outcome: 'rejected', trace: null, truncated: true, stateDiff: { [from]: { storage: {} } } },
    true,
  ],
  ['a rejected run whose tree was cut, without changes', { outcome: 'rejected', trace: null, truncated: true }, false],
]
for (const [name, parts, expected] of CASES)
  test(`effects of ${name}`, () => assert.equal(hasEffects(simulation(parts)), expected))

test('a rejected transaction that never ran is unknown', () => {
  assert.throws(() => hasEffects(simulation({ outcome: 'rejected', trace: null })), /unknown/)
})
