import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '../../simulation/testing/assembler.ts'
import { CALLBACK, callbackCode } from './callbackCode.ts'

const answer = (value: string) => `${value} 0 MSTORE 32 0 RETURN`

const SOURCE = `
  CALLER ADDRESS EQ @arm JUMPI
  ; a payment with the gas of transfer() and send()
  10000 GAS LT @end JUMPI
  0 SLOAD ISZERO @answer JUMPI 0 0 SSTORE
  ; from here on: where the next call begins
  @calls 1 ADD
  :next DUP1 CODESIZE EQ @answer JUMPI
  96 DUP2 0 CODECOPY 96 ADD
  64 MLOAD DUP2 96 CODECOPY
  0 0 64 MLOAD 96 32 MLOAD 0 MLOAD GAS CALL POP
  64 MLOAD ADD @next JUMP
  :answer 0 CALLDATALOAD 224 SHR
  DUP1 0x23e30c8b EQ @loan JUMPI
  DUP1 0x150b7a02 EQ @echo JUMPI DUP1 0xf23a6e61 EQ @echo JUMPI DUP1 0xbc197c81 EQ @echo JUMPI
  ${answer('1')}
  :loan ${answer('0x439148f0bbc682ca079e46d6e2c2f0c1e3b820f1a291b069d8882abf8cf18dd9')}
  :echo ${answer('224 SHL')}
  :arm 1 0 SSTORE
  :end STOP
  :calls`

test('the code of a call-back is the code of its source', () => {
  assert.equal(CALLBACK, assemble(SOURCE))
})

test('each prepared call is a target, a value, a length and the data', () => {
  const to = `0x${'ab'.repeat(20)}` as const
  const code = callbackCode([{ to, value: 5n, data: '0xd0e30db0' }])
  const word = (digits: string) => digits.padStart(64, '0')
  assert.equal(code, `${CALLBACK}${word('ab'.repeat(20))}${word('5')}${word('4')}d0e30db0`)
})
