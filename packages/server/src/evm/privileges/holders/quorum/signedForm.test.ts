import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { decodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { formOf } from './signedForm.ts'

const RECEIVER = `0x${'ee'.repeat(20)}` as const
const signature = (digit: string) => ({ bytes: `0x${digit.repeat(130)}` as const, v: 27n, words: [1n, 2n] as const })
const made = (types: string) =>
  ({ selector: '0xcafe0001', signature: null, arguments: types }) as unknown as ContractFunction

/** The arguments of the call with two signatures and one other number. */
function argumentsOf(types: string, number = 9n): readonly unknown[] {
  const [form] = formOf(made(types))
  const signatures = [signature('1'), signature('2')]
  const data = form?.data({ receiver: RECEIVER, marker: 5n, numbers: [number], signatures })
  assert.ok(data != null)
  return decodeAbiParameters(parseAbiParameters(types), `0x${data.slice(10)}`)
}

test('signatures side by side stand in the last bytes', () => {
  const [to, value, data, signatures] = argumentsOf('address,uint256,bytes,bytes')
  assert.deepEqual([String(to).toLowerCase(), value, data], [RECEIVER, 0n, `0x${'5'.padStart(64, '0')}`])
  assert.equal(signatures, `0x${'1'.repeat(130)}${'2'.repeat(130)}`)
})

test('a list of signatures, and a number that is no value', () => {
  const [, , , nonce, signatures] = argumentsOf('address,uint256,bytes,uint256,bytes[]')
  assert.deepEqual([nonce, signatures], [9n, [`0x${'1'.repeat(130)}`, `0x${'2'.repeat(130)}`]])
})

test('lists of their parts, also where code alone shows words as numbers', () => {
  const [v, r, s] = argumentsOf('uint8[],uint256[],uint256[],address,uint256,bytes,uint256')
  assert.deepEqual(
    [v, r, s],
    [
      [27, 27],
      [1n, 1n],
      [2n, 2n],
    ],
  )
  const [, words] = argumentsOf('uint8[],bytes32[],bytes32[],address,uint256,bytes,uint256')
  assert.deepEqual(
    words,
    [1n, 1n].map((one) => `0x${one.toString(16).padStart(64, '0')}`),
  )
})

test('a call without signatures is none', () => {
  for (const types of ['address,uint256,bytes', 'bytes,bytes', 'address,uint256', '(', ''])
    assert.deepEqual(formOf(made(types)), [], types)
})
