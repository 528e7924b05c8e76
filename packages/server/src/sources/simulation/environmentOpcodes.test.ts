import assert from 'node:assert/strict'
import { it } from 'node:test'
import { environmentOpcodes } from './environmentOpcodes.ts'
import { assemble } from './testing/assembler.ts'

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
