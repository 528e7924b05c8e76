import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { storageContexts } from './storageContexts.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [SENDER, PROXY, LOGIC, LIBRARY, TOKEN] = ['1', '2', '3', '4', '5'].map(at) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const frame = (type: CallFrame['type'], to: Address | null, ...calls: CallFrame[]): CallFrame => ({
  type,
  from: SENDER,
  to,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x',
  output: null,
  error: null,
  revertReason: null,
  logs: [],
  calls,
})
const told = (root: CallFrame) => [...storageContexts(root)].map(([own, codes]) => [own, [...codes]])

test('code that a proxy runs as its own works on the proxy’s storage, libraries of it too', () => {
  const library = frame('DELEGATECALL', LIBRARY)
  const token = frame('CALL', TOKEN)
  assert.deepEqual(told(frame('CALL', PROXY, frame('DELEGATECALL', LOGIC, library, token))), [
    [PROXY, [PROXY, LOGIC, LIBRARY]],
    [TOKEN, [TOKEN]],
  ])
})

test('precompiled contracts, and contracts that the transaction creates, have no outside writers', () => {
  const ecrecover = frame('STATICCALL', `0x${'0'.repeat(39)}1`)
  const created = frame('CREATE2', LOGIC, frame('CALL', TOKEN))
  assert.deepEqual(told(frame('CALL', PROXY, ecrecover, created, frame('CALL', LOGIC))), [
    [PROXY, [PROXY]],
    [TOKEN, [TOKEN]],
  ])
})
