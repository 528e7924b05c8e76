import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { createNeighbours } from './neighbours.ts'

const BLOCK: Hex = '0xb1'
const LIST: Address = `0x${'a1'.padStart(40, '0')}`
const OTHER: Address = `0x${'a2'.padStart(40, '0')}`
const START = 2n ** 200n

describe('neighbours of a word', () => {
  it('are the other first words of a contract, once', () => {
    const neighbours = createNeighbours()
    assert.deepEqual(neighbours(BLOCK, LIST, 2n), [
      0n,
      1n,
      ...Array.from({ length: 13 }, (_, index) => BigInt(index + 3)),
    ])
    assert.deepEqual(neighbours(BLOCK, LIST, 5n), [])
    assert.equal(neighbours(BLOCK, OTHER, 0n).length, 15)
    assert.equal(neighbours('0xb2', LIST, 0n).length, 15)
  })

  it('are none for a word of a mapping', () => {
    const neighbours = createNeighbours()
    for (const slot of [START, START * 3n, START * 2n]) assert.deepEqual(neighbours(BLOCK, LIST, slot), [])
  })

  it('are more and more of a list that is walked through, and never more than 96', () => {
    const neighbours = createNeighbours()
    const counts: number[] = []
    let next = START
    for (let step = 0; step < 6; step++) {
      const ahead = neighbours(BLOCK, LIST, next)
      counts.push(ahead.length)
      assert.deepEqual(
        ahead,
        ahead.map((_, index) => next + 1n + BigInt(index)),
      )
      next += BigInt(ahead.length) + 1n
    }
    assert.deepEqual(counts, [0, 8, 32, 96, 96, 96])
  })

  it('end where storage ends', () => {
    const neighbours = createNeighbours()
    neighbours(BLOCK, LIST, 2n ** 256n - 3n)
    assert.deepEqual(neighbours(BLOCK, LIST, 2n ** 256n - 2n), [2n ** 256n - 1n])
  })
})
