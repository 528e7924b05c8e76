import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keccak256, numberToHex } from 'viem/utils'
import { constant, operation, source, type Value } from '../../bytecode/analysis/value.ts'
import { searchHash } from './searchHash.ts'

const BASEFEE = source('BASEFEE', 0)
const GASLIMIT = source('GASLIMIT', 0)
const op = (name: string, ...args: (Value | bigint)[]) =>
  operation(
    name,
    args.map((arg) => (typeof arg === 'bigint' ? constant(arg) : arg)),
  )
const hash = (value: bigint) => BigInt(keccak256(numberToHex(value, { size: 32 })))
const gwei = op('DIV', BASEFEE, 10n ** 9n)

test('a hash of a round fee or limit is found by trying them', () => {
  const fee = { leaf: 'BASEFEE', value: 57n * 10n ** 9n, exact: true }
  assert.deepEqual(searchHash(op('EQ', op('KECCAK', gwei), hash(57n))), [fee])
  assert.deepEqual(searchHash(op('ISZERO', op('EQ', op('KECCAK', gwei), hash(57n)))), [fee])
  const limit = { leaf: 'GASLIMIT', value: 36_000_000n, exact: true }
  assert.deepEqual(searchHash(op('SUB', op('KECCAK', GASLIMIT), hash(36_000_000n))), [limit])
})

test('a random choice, a second unknown, an odd fee and a plain comparison are not searched', () => {
  assert.deepEqual(searchHash(op('EQ', op('MOD', op('KECCAK', gwei), 2n), 1n)), [])
  assert.deepEqual(searchHash(op('EQ', op('KECCAK', gwei, GASLIMIT), hash(57n))), [])
  assert.deepEqual(searchHash(op('EQ', op('KECCAK', BASEFEE), hash(123n))), [])
  assert.deepEqual(searchHash(op('EQ', op('KECCAK', op('SLOAD', 1n)), hash(57n))), [])
  assert.deepEqual(searchHash(op('EQ', BASEFEE, 57n)), [])
})
