import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { type ExitValues, exitCalls } from './exitCalls.ts'
import { flatTypes, sharedValues } from './sharedArguments.ts'

const OWNER: Address = `0x${'a1'.repeat(20)}`
const [LOAN, COLLATERAL, ORACLE] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`] as const
const [PAID, SHARES, LLTV] = [3_000n, 2_990_000n, 860n]
const values: ExitValues = { account: OWNER, contracts: [LOAN], amounts: [SHARES, PAID], ids: [], called: null }
const encode = (types: string, list: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), list as never)
const callOf = (types: string, list: readonly unknown[]) =>
  ({ types, data: `0x11111111${encode(types, list).slice(2)}` }) as const
const isOwn = (value: unknown) => value === PAID || value === OWNER
const MARKET = [LOAN, COLLATERAL, ORACLE, LLTV]
const asText = (selector: string, types: string, list: readonly unknown[]) =>
  `${selector}${encode(types, list).slice(2)}`

test('a withdrawal names the market by the struct of the deposit, from code and from an ABI', () => {
  const flat = 'address,address,address,uint256,uint256,address'
  const tuple = '(address,address,address,uint256),uint256,address'
  const exit = 'address,address,address,uint256,uint256,address,address'
  const expected = asText('0xaabbccdd', exit, [...MARKET, SHARES, OWNER, OWNER])
  for (const called of [callOf(flat, [...MARKET, PAID, OWNER]), callOf(tuple, [MARKET, PAID, OWNER])])
    for (const made of [
      { selector: '0xaabbccdd', signature: null, arguments: exit },
      { selector: '0xaabbccdd', signature: `withdraw(${tuple},address)`, arguments: '' },
    ] as const)
      assert.equal(exitCalls(made, { ...values, called })[0], expected)
})

test('the amount and the depositor are filled anew; arguments after another type are not taken over', () => {
  const called = callOf('uint256,bytes32,uint256,address', [7n, `0x${'5e'.repeat(32)}`, PAID, OWNER])
  assert.deepEqual(sharedValues(['uint256', 'bytes32', 'uint256'], called, isOwn), [
    7n,
    `0x${'5e'.repeat(32)}`,
    undefined,
  ])
  assert.deepEqual(sharedValues(['uint256', 'address'], called, isOwn), [7n, undefined])
  assert.equal(sharedValues(['address', 'uint256'], called, isOwn), null)
})

test('lists and structs with bytes are taken over wherever they stand', () => {
  const type = '(address,bytes)'
  const called = callOf(`uint256,${type},uint256[]`, [PAID, [LOAN, '0x1234'], [5n]])
  const shared = sharedValues(['address', type, 'uint256[]', 'bytes'], called, isOwn)
  assert.equal(shared?.[0], undefined)
  assert.deepEqual(shared?.[1], [LOAN, '0x1234'])
  assert.deepEqual(shared?.[2], [5n])
  assert.equal(shared?.[3], undefined)
})

test('a struct that the code of the deposit does not show is found where its call data point', () => {
  const type = '(address,uint64,bytes)'
  const data: Hex = `0x11111111${encode(`${type},uint256`, [[LOAN, 3n, '0x1234'], PAID]).slice(2)}`
  const shared = sharedValues(['uint256', type, 'address'], { types: 'address,uint256', data }, isOwn)
  assert.deepEqual(shared, [undefined, [LOAN, 3n, '0x1234'], undefined])
  assert.equal(sharedValues([`(address,bytes,bytes)`], { types: 'address,uint256', data }, isOwn), null)
})

test('data of other types than those recovered, and very long lists, have nothing in common', () => {
  assert.equal(sharedValues(['uint256'], { types: 'uint256,(bytes,uint256)', data: '0x11111111' }, isOwn), null)
  const many = Array.from({ length: 33 }, () => 'uint256')
  assert.equal(
    sharedValues(
      many,
      callOf(
        many.join(','),
        many.map(() => 1n),
      ),
      isOwn,
    ),
    null,
  )
  assert.deepEqual(flatTypes('(uint8,(address,uint256)),bytes,(string)'), [
    'uint8',
    'address',
    'uint256',
    'bytes',
    '(string)',
  ])
})
