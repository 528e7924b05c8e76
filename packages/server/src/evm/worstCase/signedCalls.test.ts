import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { decodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { answering, askingSender } from './forgedSigner.ts'
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
    const [call] = signedCalls([made(types)], struct).calls
    const values = decodeAbiParameters(
      parseAbiParameters(types),
      `0x${call?.dataOf([])?.slice(10)}`,
    ) as readonly unknown[]
    assert.deepEqual(
      values.slice(0, 4).map((value) => String(value).toLowerCase()),
      [ACCOUNT, STRANGER, '5', '0'],
    )
    if (tail !== null) assert.equal(values[4], tail)
    else assert.equal(String(values[4]).length, 132)
  }
})

test('functions without a signature, about something else, or that only read are not called', () => {
  assert.deepEqual(signedCalls([made('address,address,uint256,uint256')], struct).calls, [])
  assert.deepEqual(signedCalls([made('bytes')], struct).calls, [])
  assert.deepEqual(signedCalls([made('address,address,uint256,uint256,bytes', 'view')], struct).calls, [])
})

test('the function that takes every member is found behind hundreds that take most', () => {
  const others = Array.from({ length: 300 }, () => made('address,uint256,uint256,bytes'))
  const whole = { ...made('address,address,uint256,uint256,bytes'), selector: '0xdecade00' } as ContractFunction
  const [first] = signedCalls([...others, whole], struct).calls
  assert.equal(first?.selector, '0xdecade00')
})

test('the ways of few functions are worked out, however many a contract has', () => {
  let read = 0
  const counted = Array.from({ length: 300 }, () =>
    Object.defineProperty({ ...made('address,address,uint256,uint256,bytes') }, 'selector', {
      get: () => {
        read++
        return '0x12345678'
      },
    }),
  )
  const { calls, complete } = signedCalls(counted, struct)
  assert.ok(calls.length > 0)
  assert.equal(complete, false)
  assert.ok(read <= 12, String(read))
})

test('code that calls a precompile asks the sender, code that calls other contracts is not changed', () => {
  // DUP6 GAS STATICCALL, and the same bytes as data of PUSH3.
  assert.deepEqual(askingSender('0x6002855afa62855afa00'), ['0x6002325afa62855afa00'])
  assert.deepEqual(askingSender('0x60015a60fafa'), [])
  // The number of the precompile stands beside the gas, as compilers of later versions put it.
  assert.deepEqual(askingSender('0x855afa60015afa00'), ['0x855afa325b5afa00', '0x325afa60015afa00'])
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
  const [call] = signedCalls([made(types)], trade).calls
  const told = parseAbiParameters('address,(address,uint256)[],uint256[],(address,uint256)[],uint256,bytes')
  const [, give, ids, get, salt] = decodeAbiParameters(told, `0x${call?.dataOf([])?.slice(10)}`)
  assert.deepEqual([give.map(([, n]) => n), ids, get.map(([, n]) => n), salt], [[7n], [3n, 4n], [8n, 9n], 2n])
})

test('a number that the message does not fix is chosen by the account that brings it', () => {
  const [call] = signedCalls([made('address,address,uint256,uint256,uint256,bytes')], struct).calls
  const types = parseAbiParameters('address,address,uint256,uint256,uint256,bytes')
  assert.equal(call?.free, 1)
  const chosen = [0n, 5n].map((value) => decodeAbiParameters(types, `0x${call?.dataOf([value])?.slice(10)}`)[4])
  assert.deepEqual(chosen, [0n, 5n])
})

test('a function that takes the members in another order is handed each order', () => {
  const types = 'uint256,address,address,bytes'
  const calls = signedCalls([made(types)], struct).calls
  const told = calls.map((call) => decodeAbiParameters(parseAbiParameters(types), `0x${call.dataOf([])?.slice(10)}`))
  const names = told.map(([amount, first]) => `${amount} ${first.toLowerCase()}`)
  for (const amount of [5n, 0n])
    for (const first of [ACCOUNT, STRANGER]) assert.ok(names.includes(`${amount} ${first}`), `${amount} ${first}`)
})

test('an order in a list of trades is found by its words, with prices before a signature in parts', () => {
  const types = `(${Array.from({ length: 4 + 2 + 3 }, () => 'uint256').join(',')})[],uint256[]`
  const calls = signedCalls([made(types)], struct).calls
  const [call] = calls
  assert.equal(call?.free, 2)
  const [trades] = decodeAbiParameters(parseAbiParameters(types), `0x${call?.dataOf([8n, 9n])?.slice(10)}`)
  const words = (trades as readonly (readonly bigint[])[])[0] ?? []
  assert.deepEqual(words.slice(0, 7), [BigInt(ACCOUNT), BigInt(STRANGER), 5n, 0n, 8n, 9n, 27n])
})

test('many members of one kind end within the bound', () => {
  const many: TypedStruct = {
    type: 'Many',
    members: Array.from({ length: 40 }, (_, at) => ({ name: `n${at}`, type: 'uint256', value: BigInt(at) })),
  }
  const types = `${Array.from({ length: 40 }, () => 'uint256').join(',')},bytes`
  assert.ok(signedCalls([made(types)], many).calls.length <= 80)
})
