import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assemble } from '../testing/assembler.ts'
import { environmentOpcodes } from './environmentOpcodes.ts'

it('finds environment opcodes in code', () => {
  assert.deepEqual(
    [...environmentOpcodes(assemble('COINBASE TIMESTAMP BASEFEE STOP'))],
    ['COINBASE', 'TIMESTAMP', 'BASEFEE'],
  )
})
it('does not take PUSH data for opcodes', () => {
  assert.deepEqual([...environmentOpcodes('0x6341424344')], [])
  assert.deepEqual([...environmentOpcodes(`0x7f${'42'.repeat(32)}`)], [])
  assert.deepEqual([...environmentOpcodes('0x604142')], ['TIMESTAMP'])
})
it('survives a PUSH cut off by the end of the code', () => {
  assert.deepEqual([...environmentOpcodes('0x7f42')], [])
  assert.deepEqual([...environmentOpcodes('0x')], [])
})
it('leaves out what nothing can reach, such as metadata', () => {
  assert.deepEqual([...environmentOpcodes(`${assemble('TIMESTAMP STOP')}424344`)], ['TIMESTAMP'])
  for (const end of ['STOP', 'JUMP', 'REVERT', 'RETURN', 'INVALID', 'SELFDESTRUCT'])
    assert.deepEqual([...environmentOpcodes(assemble(`${end} COINBASE`))], [], end)
})
it('counts again from the next jump target on, wherever it hides', () => {
  assert.deepEqual([...environmentOpcodes(assemble('0 JUMP NUMBER :here COINBASE STOP'))], ['COINBASE'])
  assert.deepEqual([...environmentOpcodes('0x00a25b41')], ['COINBASE'])
  // A 0x5b inside push data is no jump target, and code after JUMPI is reached by falling through.
  assert.deepEqual([...environmentOpcodes('0x00605b41')], [])
  assert.deepEqual([...environmentOpcodes(assemble('0 JUMPI COINBASE'))], ['COINBASE'])
})
it('tells gas that is handed on from gas that is looked at', () => {
  for (const call of ['CALL', 'DELEGATECALL', 'STATICCALL'])
    assert.deepEqual([...environmentOpcodes(assemble(`GAS ${call}`))], ['CALL_GAS'])
  assert.deepEqual([...environmentOpcodes(assemble('GAS 1 CALL'))], ['GAS'])
  assert.deepEqual([...environmentOpcodes(assemble('GAS SUB CALL'))], ['GAS'])
  assert.deepEqual([...environmentOpcodes('0x5a60f1')], ['GAS'])
})
it('tells the own balance from that of others', () => {
  assert.deepEqual([...environmentOpcodes(assemble('ADDRESS BALANCE SELFBALANCE'))], ['OWN_BALANCE'])
  assert.deepEqual([...environmentOpcodes(`0x3073${'ff'.repeat(20)}1631`)], ['OWN_BALANCE'])
  assert.deepEqual([...environmentOpcodes(assemble('ADDRESS COINBASE BALANCE'))], ['COINBASE', 'BALANCE'])
  assert.deepEqual([...environmentOpcodes(`0x3073${'fe'.repeat(20)}1631`)], ['BALANCE'])
  // Push data that looks like ADDRESS.
  assert.deepEqual([...environmentOpcodes('0x603031')], ['BALANCE'])
})
