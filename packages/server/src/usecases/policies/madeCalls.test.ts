import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { madeCalls } from './madeCalls.ts'

const [RELAYER, WALLET, CODE, MODULE, TOKEN] = ['1', '2', '3', '4', '5'].map(
  (digit): Address => `0x${digit.repeat(40)}`,
) as [Address, Address, Address, Address, Address]
const frame = (from: Address, to: Address, more: Partial<CallFrame> = {}): CallFrame => ({
  type: 'CALL',
  from,
  to,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x11',
  output: '0x',
  error: null,
  revertReason: null,
  logs: [],
  calls: [],
  ...more,
})
const log = { address: TOKEN, topics: [], data: '0x' as Hex }
const asCode = (...calls: CallFrame[]) => frame(WALLET, CODE, { type: 'DELEGATECALL', calls })
const pays = frame(WALLET, TOKEN, { input: '0xa9', logs: [log] })

const CASES: [title: string, inner: CallFrame, acts: boolean][] = [
  ['a module makes it pay', frame(MODULE, WALLET, { calls: [asCode(pays)] }), true],
  ['a delegate of its account makes it pay', frame(RELAYER, WALLET, { calls: [pays] }), true],
  ['it pays, and the call fails here', frame(MODULE, WALLET, { calls: [{ ...pays, error: 'reverted' }] }), true],
  ['it creates a contract', frame(MODULE, WALLET, { calls: [frame(WALLET, TOKEN, { type: 'CREATE2' })] }), true],
  ['it runs other code as its own', frame(MODULE, WALLET, { calls: [{ ...asCode(), input: '0x22' }] }), true],
  ['it is paid, by way of its code', frame(MODULE, WALLET, { value: 5n, calls: [asCode()] }), false],
  [
    'its handler accepts an item',
    frame(TOKEN, WALLET, { calls: [asCode(frame(WALLET, MODULE, { input: '0x1199' }))] }),
    false,
  ],
  [
    'its handler is a token that obeys it',
    frame(MODULE, WALLET, { calls: [asCode(frame(WALLET, TOKEN, { input: '0x1199', logs: [log] }))] }),
    true,
  ],
  [
    'it is asked for a signature',
    frame(TOKEN, WALLET, { type: 'STATICCALL', calls: [asCode(frame(WALLET, CODE))] }),
    false,
  ],
]
for (const [title, inner, acts] of CASES)
  test(`whether a wallet acts: ${title}`, () =>
    assert.equal(madeCalls({ trace: frame(RELAYER, MODULE, { calls: [inner] }), stateDiff: {} }).has(WALLET), acts))

test('a wallet acts by a handler that writes something, without a log', () => {
  const handled = frame(WALLET, MODULE, { input: '0x1199' })
  const trace = frame(RELAYER, WALLET, { calls: [asCode(handled)] })
  const storage = { '0x00': { before: '0x00' as Hex, after: '0x01' as Hex } }
  assert.equal(madeCalls({ trace, stateDiff: { [MODULE]: { storage } } }).has(WALLET), true)
  assert.equal(madeCalls({ trace, stateDiff: {} }).has(WALLET), false)
})
