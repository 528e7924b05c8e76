import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MalformedAnswer, readAddress, readCode, readData, readHash, readQuantity, readWord } from './rpcValues.ts'

const refuse = (read: (value: unknown) => unknown, values: readonly unknown[]) => {
  for (const value of values) assert.throws(() => read(value), MalformedAnswer, JSON.stringify(value))
}

describe('RPC values', () => {
  it('are read', () => {
    assert.equal(readQuantity('0x0'), 0n)
    assert.equal(readQuantity('0xfF'), 255n)
    assert.equal(readWord('0x7'), `0x${'7'.padStart(64, '0')}`)
    assert.equal(readData('0x'), '0x')
    assert.equal(readAddress(`0x${'AB'.repeat(20)}`), `0x${'ab'.repeat(20)}`)
    assert.equal(readCode(`0xef0100${'11'.repeat(20)}`), `0xef0100${'11'.repeat(20)}`)
  })
  it('that are missing or empty are never zero', () => {
    const missing = [null, undefined, '', '0x', 0, false, {}, []]
    refuse(readQuantity, missing)
    refuse(readWord, missing)
    refuse(readHash, missing)
    refuse(readAddress, missing)
    refuse(
      readData,
      missing.filter((value) => value !== '0x'),
    )
  })
  it('that are malformed are refused', () => {
    refuse(readQuantity, ['12', '0xg', ` 0x1`, `0x${'f'.repeat(65)}`, '-0x1'])
    refuse(readData, ['0x0', '0xzz'])
    refuse(readCode, [
      '0xef01',
      '0xef0100',
      `0xef0100${'11'.repeat(19)}`,
      `0xef0100${'11'.repeat(21)}`,
      `0xef0101${'11'.repeat(20)}`,
    ])
  })
})
