import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { decodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { answering, askingCaller } from './forgedSigner.ts'
import { signedCalls } from './signedCalls.ts'

const ACCOUNT = '0xa11ce0a11ce0a11ce0a11ce0a11ce0a11ce0a11c'
const STRANGER = '0x57a26e57a26e57a26e57a26e57a26e57a26e57a2'
const struct: TypedStruct = {
  type: 'Withdraw',
  members: [
    { name: 'account', type: 'address', value: ACCOUNT },
    { name: 'to', type: 'address', value: STRANGER },
    { name: 'amount', type: 'uint256', value: 5n },
    { name: 'nonce', type: 'uint256', value: 0n },
  ],
}
const made = (args: string, mutability = 'nonpayable') =>
  ({
    selector: '0x12345678',
    signature: null,
    arguments: args,
    mutability,
    reads: [],
    writes: [],
  }) as unknown as ContractFunction

test('a function takes the members in order, and a signature in parts or as bytes', () => {
  for (const [types, tail] of [
    ['address,address,uint256,uint256,uint8,bytes32,bytes32', 27],
    ['address,address,uint256,uint256,bytes', null],
  ] as const) {
    const [call] = signedCalls([made(types)], struct)
    const values = decodeAbiParameters(parseAbiParameters(types), `0x${call?.slice(10)}`) as readonly unknown[]
    assert.deepEqual(
      values.slice(0, 4).map((value) => String(value).toLowerCase()),
      [ACCOUNT, STRANGER, '5', '0'],
    )
    if (tail !== null) assert.equal(values[4], tail)
    else assert.equal(String(values[4]).length, 132)
  }
})

test('functions without a signature, about something else, or that only read are not called', () => {
  assert.deepEqual(signedCalls([made('address,address,uint256,uint256')], struct), [])
  assert.deepEqual(signedCalls([made('bytes')], struct), [])
  assert.deepEqual(signedCalls([made('address,address,uint256,uint256,bytes', 'view')], struct), [])
})

test('code that calls a precompile asks its caller, code that calls other contracts is not changed', () => {
  // DUP6 GAS STATICCALL, and the same bytes as data of PUSH3.
  assert.deepEqual(askingCaller('0x6001855afa62855afa00'), ['0x6001335afa62855afa00'])
  assert.deepEqual(askingCaller('0x60015a60fafa'), [])
  assert.match(answering(ACCOUNT, `0x${'ab'.repeat(32)}`), new RegExp(ACCOUNT.slice(2)))
})

test('lists are handed over whole, each element as its function asks', () => {
  const item = (amount: bigint): TypedStruct => ({
    type: 'Item',
    members: [
      { name: 'token', type: 'address', value: STRANGER },
      { name: 'amount', type: 'uint256', value: amount },
    ],
  })
  const trade: TypedStruct = {
    type: 'Trade',
    members: [
      { name: 'maker', type: 'address', value: ACCOUNT },
      { name: 'give', type: 'Item[]', value: [item(7n)] },
      { name: 'ids', type: 'uint256[]', value: [3n, 4n] },
      { name: 'get', type: 'Item[]', value: [item(8n), item(9n)] },
      { name: 'salt', type: 'uint256', value: 2n },
    ],
  }
  const types = 'address,(address,uint256)[],uint256[],(address,uint256)[],uint256,bytes'
  const [call] = signedCalls([made(types)], trade)
  const told = parseAbiParameters('address,(address,uint256)[],uint256[],(address,uint256)[],uint256,bytes')
  const [, give, ids, get, salt] = decodeAbiParameters(told, `0x${call?.slice(10)}`)
  assert.deepEqual([give.map(([, n]) => n), ids, get.map(([, n]) => n), salt], [[7n], [3n, 4n], [8n, 9n], 2n])
})

test('a number that the message does not fix is nothing, or a number of the message', () => {
  const calls = signedCalls([made('address,address,uint256,uint256,uint256,bytes')], struct)
  const types = parseAbiParameters('address,address,uint256,uint256,uint256,bytes')
  const chosen = calls.map((call) => decodeAbiParameters(types, `0x${call.slice(10)}`)[4])
  assert.deepEqual(chosen, [0n, 5n])
})
