import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAddress } from './packTables.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const column = (...digits: string[]) => Buffer.from(digits.map((digit) => digit.repeat(40)).join(''), 'hex')

test('an address is found at its row, wherever it stands', () => {
  const addresses = column('1', '3', '5', '7')
  for (const [row, digit] of ['1', '3', '5', '7'].entries()) assert.equal(findAddress(addresses, address(digit)), row)
  for (const digit of ['0', '2', '4', '6', '8', 'f']) assert.equal(findAddress(addresses, address(digit)), -1)
})

test('of equal addresses the first row is found', () => {
  assert.equal(findAddress(column('1', '3', '3', '3', '5'), address('3')), 1)
  assert.equal(findAddress(column('3', '3', '3'), address('3')), 0)
})

test('the case of the digits does not matter', () => {
  assert.equal(findAddress(column('a', 'b'), `0x${'B'.repeat(40)}`), 1)
})

test('nothing is found in an empty column, or for what is no address', () => {
  assert.equal(findAddress(Buffer.alloc(0), address('1')), -1)
  for (const text of ['', '0x', '0x11', `0x${'1'.repeat(39)}`, `0x${'1'.repeat(42)}`, `0x${'x'.repeat(40)}`])
    assert.equal(findAddress(column('1'), text), -1, text)
})
