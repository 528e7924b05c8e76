import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { sampleFacts } from '@redoubt/risk/testing/sampleFacts.ts'
import { createReadWords } from './readWords.ts'

const { block } = sampleFacts() as Facts
const at = (number: number) => ({ ...block, hash: word(number) })
const word = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const account = (number: number): Address => `0x${number.toString(16).padStart(40, 'a')}`

describe('createReadWords', () => {
  test('gives the words that were read of an account at a block, and none of others', () => {
    const words = createReadWords()
    words.note(at(1), account(1), word(5), word(7))
    words.note(at(1), account(2), word(5), word(8))
    assert.deepEqual([...(words.of(at(1), account(1)) ?? [])], [[word(5), word(7)]])
    assert.equal(words.of(at(1), account(3))?.size, 0)
    assert.equal(words.of(at(2), account(1))?.size, 0)
  })

  test('says of an account with too many words that they are not all kept', () => {
    const words = createReadWords()
    for (let slot = 0; slot <= 2_000; slot++) words.note(at(1), account(1), word(slot), word(1))
    words.note(at(1), account(2), word(1), word(1))
    assert.equal(words.of(at(1), account(1)), null)
    assert.equal(words.of(at(1), account(2))?.size, 1)
  })

  test('forgets the oldest blocks, and says so', () => {
    const words = createReadWords()
    for (let number = 0; number < 60; number++)
      for (let slot = 0; slot < 1_000; slot++) words.note(at(number), account(1), word(slot), word(1))
    assert.equal(words.of(at(0), account(1)), null)
    words.note(at(0), account(1), word(1), word(1))
    assert.equal(words.of(at(0), account(1)), null)
    assert.equal(words.of(at(59), account(1))?.size, 1_000)
  })
})
