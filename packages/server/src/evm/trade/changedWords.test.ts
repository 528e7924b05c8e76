import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { changedWords, meet, readWords } from './changedWords.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const slot = (digit: string): Hex => `0x${digit.repeat(64)}`
const [token, sender, receiver] = [account('a'), account('b'), account('c')]
const word = { before: slot('0'), after: slot('1') }
const coin = { before: 1n, after: 2n }

describe('words that calls change and read', () => {
  it('are storage, coin, nonce and code, but coin and nonce of senders', () => {
    const diff = {
      [token]: { storage: { [slot('1')]: word }, code: { before: '0x' as const, after: '0x00' as const } },
      [sender]: { storage: {}, balance: coin, nonce: coin },
      [receiver]: { storage: {}, balance: coin },
    }
    assert.deepEqual(
      [...changedWords([diff], [sender])],
      [`${token} ${slot('1')}`, `${token} code`, `${receiver} coin`],
    )
  })

  it('meet where a call changes storage, coin or code that another reads', () => {
    const reads = readWords([new Map([[token, new Map([[slot('1'), slot('0')]])]])])
    const changes = (diff: Parameters<typeof changedWords>[0][number]) => changedWords([diff], [sender])
    assert.ok(meet(changes({ [token]: { storage: { [slot('1')]: word } } }), reads))
    assert.ok(meet(changes({ [token]: { storage: {}, balance: coin } }), reads))
    assert.ok(!meet(changes({ [token]: { storage: { [slot('2')]: word } } }), reads))
    assert.ok(!meet(changes({ [receiver]: { storage: { [slot('1')]: word } } }), reads))
  })
})
