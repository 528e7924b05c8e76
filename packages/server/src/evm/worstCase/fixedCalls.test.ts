import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { fixedCalls } from './fixedCalls.ts'

const account: Address = '0x5afe00000000000000000000000000000000005a'
const PAYEE = `0x${'ab'.repeat(20)}` as const
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
/** Target and value, as words of call data. */
const data: Hex = `0x${word(BigInt(PAYEE))}${word(7n)}`
const call = (target = '0 CALLDATALOAD', value = '32 CALLDATALOAD') => `0 0 0 0 ${value} ${target} GAS CALL`
const CHECKED = 'ISZERO @failed JUMPI'
const FAILED = ':failed RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 REVERT'
const callsOf = (code: string) => fixedCalls(assemble(code), { account, data })
const paid = { to: PAYEE, value: 7n, data: '0x' }

describe('fixedCalls', () => {
  it('finds calls that the data alone decides about', () => {
    assert.deepEqual(callsOf(`${call()} POP STOP`), [paid])
    assert.deepEqual(callsOf(`${call()} ${CHECKED} ${call()} ${CHECKED} STOP ${FAILED}`), [paid, paid])
    assert.deepEqual(callsOf(`0x1122 0 MSTORE 0 0 2 30 0 0 CALLDATALOAD GAS CALL POP STOP`), [
      { to: PAYEE, value: 0n, data: '0x1122' },
    ])
  })

  it('looks at both ways where something else decides', () => {
    assert.deepEqual(callsOf(`CALLER 1 EQ @other JUMPI ${call()} POP STOP :other ${call()} POP STOP`), [paid])
    assert.equal(callsOf(`CALLER 1 EQ @other JUMPI ${call()} POP STOP :other ${call('1')} POP STOP`), null)
    assert.deepEqual(callsOf(`CALLVALUE @failed JUMPI ${call()} POP STOP ${FAILED}`), [paid])
  })

  const refused = {
    'a target that another contract answers': `32 0 0 0 0x1234 GAS STATICCALL POP ${call('0 MLOAD')} POP STOP`,
    'a target from storage': `${call('1 SLOAD')} POP STOP`,
    'an amount by the time': `${call('0 CALLDATALOAD', 'TIMESTAMP')} POP STOP`,
    'a call only where another one fails': `${call()} @done JUMPI ${call('1')} POP :done STOP`,
    'a call by the gas that is left': `${call()} POP 7 GAS MOD @done JUMPI ${call('1')} POP :done STOP`,
    'a place in memory by an answer': `${call()} POP ${call('RETURNDATASIZE MLOAD')} POP STOP`,
    'a write': `${call()} POP 1 0 SSTORE STOP`,
    'other code': `${call()} POP 0 0 0 0 1 GAS DELEGATECALL POP STOP`,
    'a new contract': `${call()} POP 0 0 0 CREATE POP STOP`,
    'an end': `${call()} POP 0 SELFDESTRUCT`,
    'no call': 'STOP',
  }
  for (const [name, code] of Object.entries(refused)) it(`refuses ${name}`, () => assert.equal(callsOf(code), null))

  it('refuses code of another account (EIP-7702) and no code', () => {
    assert.equal(fixedCalls(`0xef0100${'11'.repeat(20)}`, { account, data }), null)
    assert.equal(fixedCalls('0x', { account, data }), null)
  })

  it('ends', () => {
    assert.equal(callsOf(`:again ${call()} POP @again JUMP`), null)
    assert.equal(callsOf(`:again CALLER @again JUMPI @again JUMP`), null)
    assert.equal(callsOf(`:again 32768 0 KECCAK256 POP @again JUMP`), null)
    assert.equal(callsOf(`:again 32768 0 0 CALLDATACOPY @again JUMP`), null)
  })

  it('counts the bytes that it hashes', () => {
    const hashes = (count: number) => callsOf(`${'32768 0 KECCAK256 POP '.repeat(count)}${call()} POP STOP`)
    assert.deepEqual(hashes(2), [paid])
    assert.equal(hashes(4), null)
  })
})
