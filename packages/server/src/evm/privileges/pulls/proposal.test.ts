import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { markedInputs, packedInputs } from '../paths/markedInput.ts'
import { inputMark } from '../paths/marks.ts'
import type { Roles } from '../paths/proposedCall.ts'
import { filledCall } from './proposal.ts'

const SELECTOR = '0x11223344'
const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [HOLDER, VICTIM, TARGET] = [account('a'), account('b'), account('c')]
const word = (value: bigint | Address) => BigInt(value).toString(16).padStart(64, '0')
const [FIRST, SECOND, THIRD] = [inputMark(0), inputMark(1), inputMark(2)]

function filled(types: string, roles: Roles, at = 0, inputs = markedInputs(SELECTOR, types)): string {
  const input = inputs[at]
  assert.ok(input)
  const data: Hex = filledCall({ input, roles }, { holder: HOLDER, victim: VICTIM, amount: 5n, target: TARGET })
  return data.slice(10)
}

test('accounts and the amount of a call are those of the power, and other accounts its holder', () => {
  const data = filled('address,address,uint256', { victim: FIRST, amount: THIRD })
  assert.ok(data.startsWith(word(VICTIM) + word(HOLDER) + word(5n)))
})

test('numbers that are no amount stay as the walk passed with them, or are zero', () => {
  const [as, zero] = [filled('uint256', {}), filled('uint256', { zeros: true })]
  assert.ok(as.startsWith(word(0x5a5a0000n)))
  assert.ok(zero.startsWith(word(0n)))
})

test('an account and a number share a word', () => {
  const packed = packedInputs(SELECTOR, 'uint256,uint256')
  const upper = filled('', { victim: FIRST, amount: FIRST }, 0, packed).slice(0, 64)
  assert.equal(upper, VICTIM.slice(2) + word(5n).slice(40))
  const apart = filled('', { amount: SECOND }, 0, packed).slice(0, 64)
  assert.equal(apart.slice(0, 40), HOLDER.slice(2))
})

test('a call that its holder writes pays the holder', () => {
  const data = filled('address,bytes', { target: FIRST })
  assert.ok(data.startsWith(word(TARGET)))
  assert.ok(data.includes(`a9059cbb${word(HOLDER)}${word(5n)}`))
})
