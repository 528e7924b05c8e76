import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { cutWays, partSelector } from './cutWays.ts'

const part: Address = `0x${'9a'.repeat(20)}`
const own: Hex = '0xa9059cbb'
const ways = (signature: string | null, recovered = '', selector: Hex = '0x863d2c91') =>
  cutWays({ selector, signature, arguments: recovered }, { part, own })

test('a list of selectors or one of them, before or after the account, is a part', () => {
  for (const types of [
    'address,bytes4[]',
    'bytes4[],address',
    'bytes4,address,bool',
    '(address,uint8,bytes4[])[],address,bytes',
  ]) {
    const found = ways(`set(${types})`)
    assert.equal(found.length, 2, types)
    assert.deepEqual(found.map(partSelector), ['0x01020305', own], types)
    for (const { data } of found) assert.equal(data.split(part.slice(2)).length, 2, types)
  }
})

test('the cut of ERC-2535 is known by its selector, and adds or replaces', () => {
  const [added, replaced] = ways(null, 'uint256[],address,bytes', '0x1f931c1c')
  assert.deepEqual(added?.args, [`[[${part}, 0, [0x01020305]]]`, `0x${'0'.repeat(40)}`, '0x'])
  assert.deepEqual(replaced?.args, [`[[${part}, 1, [${own}]]]`, `0x${'0'.repeat(40)}`, '0x'])
})

test('what is recovered from code counts, and what cannot be encoded does not', () => {
  assert.equal(ways(null, 'address,bytes4[]').length, 2)
  assert.deepEqual(ways(null, 'address,bytes4[],mystery'), [])
})

test('calls without a selector, without an account, and without arguments are none', () => {
  for (const types of ['address,uint256[]', 'bytes4', 'address,bytes32', ''])
    assert.deepEqual(ways(`set(${types})`), [], types)
})
