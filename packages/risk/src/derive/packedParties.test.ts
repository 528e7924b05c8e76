import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import { packedParties } from './packedParties.ts'

const ACCOUNT: Address = '0xa11ce0a11ce0a11ce0a11ce0a11ce0a11ce0a11c'
const PARTY: Address = '0x57a26e57a26e57a26e57a26e57a26e57a26e57a2'
const digits = PARTY.slice(2)
const word = (value: string) => value.padStart(64, '0')
const input = (...words: string[]): Hex => `0x12345678${words.join('')}`
const found = (data: Hex, written: { slot: Hex; after: Hex }[] = []) =>
  packedParties(data, { account: ACCOUNT, written })

test('an account at either end of a word, beside flags, is found', () => {
  assert.deepEqual(found(input(`${digits}${'ff'.padStart(24, '0')}`)), [PARTY])
  assert.deepEqual(found(input(`${'01'.padEnd(24, '0')}${digits}`)), [PARTY])
})

test('an argument of its own, an amount and a hash hold none', () => {
  assert.deepEqual(found(input(word(digits))), [])
  assert.deepEqual(found(input(word('de0b6b3a7640000'))), [])
  assert.deepEqual(found(input(keccak256('0x01').slice(2))), [])
})

test('an unaligned account is found by the entry that the call writes', () => {
  const data = input(word('20'), word('15'), `02${digits}`.padEnd(64, '0'))
  const [inner, outer] = [
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [ACCOUNT, 7n])),
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [PARTY, 3n])),
  ]
  const nested = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [PARTY, inner]))
  for (const slot of [nested, outer]) assert.deepEqual(found(data, [{ slot, after: `0x${word('2')}` }]), [PARTY])
})

test('an unaligned account is found in the word that the call writes, a part of a stored hash is not', () => {
  const data = input(word('20'), word('15'), `02${digits}`.padEnd(64, '0'))
  const after: Hex = `0x${word(`${digits}02`)}`
  assert.deepEqual(found(data, [{ slot: `0x${word('5')}`, after }]), [PARTY])
  const hash = keccak256('0x02')
  assert.deepEqual(found(input(hash.slice(2)), [{ slot: `0x${word('5')}`, after: hash }]), [])
})
