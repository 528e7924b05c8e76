import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { touchedAccounts } from './touchedAccounts.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const topic = (digits: string): Hex => `0x${digits.padStart(64, '0')}`
const frame = (to: Address, parts: Partial<CallFrame> = {}): CallFrame => ({
  type: 'CALL',
  from: at('1'),
  to,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x',
  output: null,
  error: null,
  revertReason: null,
  logs: [],
  calls: [],
  ...parts,
})

test('callees come first, then accounts named in logs, each once', () => {
  const party = 'ab'.repeat(20)
  const logs = [
    {
      address: at('2'),
      topics: [topic(party), topic(party), topic('7'), `0x${'ff'.repeat(32)}` as Hex],
      data: '0x' as Hex,
    },
  ]
  const trace = frame(at('2'), { logs, calls: [frame(at('3')), frame(at('2'))] })
  assert.deepEqual(touchedAccounts({ trace }), [at('2'), at('3'), `0x${party}`])
})

test('failed frames and unknown trees name no account, and a flood is cut', () => {
  assert.deepEqual(touchedAccounts({ trace: frame(at('2'), { error: 'execution reverted' }) }), [])
  assert.deepEqual(touchedAccounts({ trace: null }), [])
  const calls = Array.from({ length: 500 }, (_, index) => frame(at(`ff${index}`)))
  assert.equal(touchedAccounts({ trace: frame(at('2'), { calls }) }).length, 24)
})
