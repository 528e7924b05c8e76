import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operandAt, readCode } from './code.ts'

const OPERANDS = Array.from({ length: 33 }, (_, size) => 'ff00a1'.repeat(11).slice(0, size * 2))

test('an operand of each length is read as its bytes stand', () => {
  for (const [size, digits] of OPERANDS.entries()) {
    const code = (0x5f + size).toString(16) + digits
    assert.equal(operandAt(readCode(`0x00${code}5b`).bytes, 1), BigInt(`0x${digits || '0'}`), code)
  }
})

test('past the end of the code are zeros', () => {
  for (const [size, digits] of OPERANDS.entries())
    if (size > 0) {
      const bytes = readCode(`0x${(0x5f + size).toString(16)}${digits.slice(0, 2)}`).bytes
      assert.equal(operandAt(bytes, 0), BigInt(`0x${digits.slice(0, 2)}`) << BigInt(8 * (size - 1)), `PUSH${size}`)
      assert.equal(operandAt(bytes, 9), 0n)
    }
})
