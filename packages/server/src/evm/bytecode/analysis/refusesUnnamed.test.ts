import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '../../simulation/testing/assembler.ts'
import { refusesUnnamed } from './refusesUnnamed.ts'

const SELECTOR = '0 CALLDATALOAD 224 SHR'
const END = ':no 0 0 REVERT'
const cases: [string, string, boolean][] = [
  ['a dispatcher with one function', `${SELECTOR} 0xa9059cbb EQ @f JUMPI ${END} :f STOP`, true],
  ['a fallback', `${SELECTOR} 0xa9059cbb EQ @f JUMPI STOP :f STOP`, false],
  ['a function for payments alone', `CALLDATASIZE ISZERO @f JUMPI ${END} :f STOP`, false],
  ['a payment with coins alone', `CALLVALUE @f JUMPI ${END} :f STOP`, false],
  ['a function whose selector is zero', `${SELECTOR} ISZERO @f JUMPI ${END} :f STOP`, false],
  ['a jump to a place that is not known', '0 SLOAD JUMP', false],
]
for (const [name, source, expected] of cases)
  test(`${name}: calls without a function ${expected ? 'revert' : 'may go through'}`, () => {
    assert.equal(refusesUnnamed(assemble(source)), expected)
  })
