import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cloneArguments, codeAddresses } from './codeAddresses.ts'

const OTHER_ACCOUNT = '1f9840a85d5af5bf1d1762f925bdaddc4201f984'

describe('addresses fixed in code', () => {
  it('are constants and immutables, each once', () =>
    assert.deepEqual(codeAddresses(`0x73${OTHER_ACCOUNT}7f${'00'.repeat(12)}${OTHER_ACCOUNT}00`), [
      `0x${OTHER_ACCOUNT}`,
    ]))

  it('are not masks, selectors or hashes', () => {
    const mask = 'ff'.repeat(20)
    const selector = `a9059cbb${'00'.repeat(28)}`
    assert.deepEqual(codeAddresses(`0x73${mask}7f${selector}7f${'9c'.repeat(32)}00`), [])
  })

  it('are not looked for in the operands of other opcodes', () =>
    assert.deepEqual(codeAddresses(`0x7f73${OTHER_ACCOUNT}${'00'.repeat(11)}00`), []))

  it('are few, however many a hostile contract has', () => {
    const many = Array.from({ length: 500 }, (_, at) => `73${(BigInt(`0x${OTHER_ACCOUNT}`) + BigInt(at)).toString(16)}`)
    assert.equal(codeAddresses(`0x${many.join('')}00`).length, 16)
  })

  it('a code that ends in the middle of one', () =>
    assert.deepEqual(codeAddresses(`0x73${OTHER_ACCOUNT.slice(4)}`), []))
})

const CLONE = `0x363d3d373d3d3d363d73${'11'.repeat(20)}5af43d82803e903d91602b57fd5bf3` as const
const asWord = (digits: string) => digits.padStart(64, '0')

describe('accounts behind the code of a clone', () => {
  it('are its immutable arguments, without numbers and hashes', () =>
    assert.deepEqual(
      cloneArguments(`${CLONE}${asWord(OTHER_ACCOUNT)}${asWord('6b49d200')}${'9c'.repeat(32)}${asWord(OTHER_ACCOUNT)}`),
      [`0x${OTHER_ACCOUNT}`],
    ))

  it('are none behind a plain clone, or behind other code', () => {
    assert.deepEqual(cloneArguments(CLONE), [])
    assert.deepEqual(cloneArguments(`0x6001${asWord(OTHER_ACCOUNT)}`), [])
  })
})
