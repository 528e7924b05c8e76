import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assemble } from '../../simulation/testing/assembler.ts'
import { sendsNothing } from './sendsNothing.ts'

describe('code that nothing can leave', () => {
  it('takes coin and answers', () => {
    assert.equal(sendsNothing(assemble('STOP')), true)
    assert.equal(sendsNothing(assemble('CALLVALUE CALLER SSTORE 1 0 MSTORE 32 0 RETURN')), true)
    assert.equal(sendsNothing(assemble('32 0 0 0 2 GAS STATICCALL STOP')), true)
  })

  it('is not fooled by operands and metadata', () => {
    assert.equal(sendsNothing('0x61f1ff00'), true)
    const hash = `1220${'f1'.repeat(32)}`
    assert.equal(sendsNothing(`0x00fea2646970667358${'22'}${hash}64736f6c634300081c0033`), true)
  })

  it('has no call, no creation and no end', () => {
    for (const opcode of ['f0', 'f1', 'f2', 'f4', 'f5', 'ff'])
      assert.equal(sendsNothing(`0x6000${opcode}00`), false, opcode)
    assert.equal(sendsNothing('0x'), false)
  })
})
