import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '../address.ts'
import type { CallFrame } from '../facts/execution.ts'
import {
  change,
  ETHER,
  FRIEND,
  frame,
  pay,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../testing/sampleFacts.ts'
import { listApprovalPulls } from './tokenPulls.ts'

const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const word = (of: Address) => of.slice(2).padStart(64, '0')
const pull = (from: Address, owner: Address, more: Partial<CallFrame> = {}): CallFrame =>
  frame({ from, to: USDC, input: `0x23b872dd${word(owner)}${word(TRADER)}${'1'.padStart(64, '0')}` as Hex, ...more })
const { transaction } = pay(UNKNOWN_CONTRACT, 0n)
const robbed = [usdc(FRIEND, -1_000_000_000n), usdc(TRADER, 1_000_000_000n)]
const list = (calls: CallFrame[], balanceChanges = robbed) =>
  listApprovalPulls({
    trace: frame({ from: TRADER, to: UNKNOWN_CONTRACT, calls }),
    transaction,
    principals: [TRADER],
    balanceChanges,
  }).map(({ owner, spender, loss }) => [owner, spender, loss.amount, loss.returned, loss.takers])

test('an approval pull from a passive account, with its caller and receiver', () => {
  const expected = [[FRIEND, UNKNOWN_CONTRACT, 1_000_000_000n, 'nothing', [TRADER]]]
  assert.deepEqual(list([pull(UNKNOWN_CONTRACT, FRIEND)]), expected)
  assert.deepEqual(list([pull(UNKNOWN_CONTRACT, FRIEND), pull(UNKNOWN_CONTRACT, FRIEND)]), expected, 'once')
})

test('Permit2 pulls for every caller', () => {
  const through = frame({ from: UNKNOWN_CONTRACT, to: PERMIT2, calls: [pull(PERMIT2, FRIEND)] })
  assert.equal(list([through])[0]?.[1], UNKNOWN_CONTRACT)
})

test('what was paid for has something that came back', () => {
  const paid = [...robbed, change(FRIEND, ETHER, { changeUsd: 3_000 })]
  assert.equal(list([pull(UNKNOWN_CONTRACT, FRIEND)], paid)[0]?.[3], 'value')
})

test('nothing is taken from who acts, from the sender, by a call that fails, or where no balance shows it', () => {
  const acts = frame({ from: FRIEND, to: STRANGER })
  assert.deepEqual(list([acts, pull(UNKNOWN_CONTRACT, FRIEND)]), [])
  assert.deepEqual(list([pull(UNKNOWN_CONTRACT, TRADER)]), [])
  assert.deepEqual(list([pull(UNKNOWN_CONTRACT, FRIEND, { error: 'execution reverted' })]), [])
  assert.deepEqual(list([frame({ error: 'reverted', calls: [pull(UNKNOWN_CONTRACT, FRIEND)] })]), [])
  assert.deepEqual(list([pull(UNKNOWN_CONTRACT, FRIEND)], []), [])
})
