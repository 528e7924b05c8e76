import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { userOperation } from '@redoubt/risk/testing/sampleFacts.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { decodeTransaction } from './decodeTransaction.ts'

const ACCOUNT: Address = `0x${'a1'.repeat(20)}`
const TOKEN: Address = `0x${'b2'.repeat(20)}`
const approve = encodeFunctionData({
  abi: parseAbi(['function approve(address spender,uint256 amount)']),
  args: [ACCOUNT, 5n],
})
const execute = encodeFunctionData({
  abi: parseAbi(['function execute(address dest,uint256 value,bytes func)']),
  args: [TOKEN, 3n, approve],
})
const call = (more: Partial<Transaction>): Transaction => ({
  from: ACCOUNT,
  to: ACCOUNT,
  value: 0n,
  data: '0x',
  ...more,
})

test('a bundle is one call with its calls inside, each with its value', () => {
  const decoded = decodeTransaction(
    call({
      calls: [
        { to: TOKEN, value: 0n, data: approve },
        { to: TOKEN, value: 7n, data: '0x' },
      ],
    }),
  )
  assert.equal(decoded.functionName, 'calls')
  assert.equal(decoded.to, ACCOUNT)
  assert.deepEqual(
    decoded.calls.map(({ to, functionName, value }) => [to, functionName, value]),
    [
      [TOKEN, 'approve', 0n],
      [TOKEN, null, 7n],
    ],
  )
})

test('a user operation is what the account is called with, also when it asks for the whole operation', () => {
  for (const data of [execute, `0x8dd7712f${execute.slice(2)}` as Hex]) {
    const decoded = decodeTransaction(call({ data, userOperation: userOperation({ callData: data }) }))
    assert.equal(decoded.functionName, 'execute')
    assert.deepEqual(
      decoded.calls.map(({ to, functionName }) => [to, functionName]),
      [[TOKEN, 'approve']],
    )
  }
})

test('an ordinary call keeps a function of that selector', () => {
  assert.equal(decodeTransaction(call({ to: TOKEN, data: '0x8dd7712f' })).selector, '0x8dd7712f')
})
