import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '../../simulation/testing/assembler.ts'
import { readCode } from './code.ts'
import { withMissingArguments } from './missingArguments.ts'
import { walk } from './walk.ts'

const SELECTOR = 0xc0ffee00
/** A function whose decoder compares the size of the call data with so many bytes. */
const decoding = (check: string) =>
  walk(
    readCode(
      assemble(`0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI :no 0 0 REVERT :body ${check} @no JUMPI STOP`),
    ),
    SELECTOR,
    { steps: 10_000 },
    { hasData: true },
  )
const SUB = '64 4 CALLDATASIZE SUB LT'
const ADD = `64 0x${'ff'.repeat(31)}fc CALLDATASIZE ADD LT`

const CASES: [string, string, string, string][] = [
  ['a second argument is missing', SUB, 'address', 'address,uint256'],
  ['the same by an addition', ADD, 'address', 'address,uint256'],
  ['all are missing', SUB, '', 'uint256,uint256'],
  ['none is missing', SUB, 'address,uint256', 'address,uint256'],
  ['more are known', SUB, 'address,uint256,bool', 'address,uint256,bool'],
  ['a struct of two words', SUB, '(address,uint256)', '(address,uint256)'],
  ['a list is one word', SUB, 'uint256[]', 'uint256[],uint256'],
  ['a fixed list is its words', SUB, 'uint256[2]', 'uint256[2]'],
  ['a struct with bytes is one word', SUB, '(address,bytes)', '(address,bytes),uint256'],
  ['no check', '0', 'address', 'address'],
  ['a check of something else', '64 4 CALLDATALOAD LT', 'address', 'address'],
]

for (const [name, check, known, whole] of CASES)
  test(`arguments that the recovery lacks: ${name}`, () => {
    assert.equal(withMissingArguments(known, decoding(check)), whole)
  })

test('without a walk the recovered arguments stay', () => {
  assert.equal(withMissingArguments('address', undefined), 'address')
})
