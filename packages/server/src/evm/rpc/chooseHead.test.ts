import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { chooseHead } from './heads.ts'

const NOW = 1_800_000_000n
const head = (number: bigint, secondsAgo: bigint) => ({ number, timestamp: NOW - secondsAgo }) as PinnedBlock
const chosen = (...heads: PinnedBlock[]) => chooseHead(heads, NOW).number

describe('chooseHead', () => {
  it('takes the newest block that a second endpoint has', () => {
    assert.equal(chosen(head(100n, 5n)), 100n)
    assert.equal(chosen(head(100n, 5n), head(100n, 5n)), 100n)
    assert.equal(chosen(head(101n, 5n), head(100n, 17n)), 100n)
    assert.equal(chosen(head(99n, 29n), head(101n, 5n), head(100n, 17n)), 100n)
  })

  it('leaves a stale head out, and one that is ahead of the clock', () => {
    assert.equal(chosen(head(100n, 5n), head(50n, 600n)), 100n)
    assert.equal(chosen(head(500n, -3_600n), head(100n, 5n)), 100n)
    assert.equal(chosen(head(500n, -3_600n), head(101n, 5n), head(100n, 17n)), 100n)
  })

  it('goes by the clock to find stale heads where a head is dated ahead', () => {
    assert.equal(chosen(head(101n, -59n), head(100n, 12n)), 100n)
    assert.equal(chosen(head(101n, -59n), head(100n, 59n)), 100n)
    assert.equal(chosen(head(101n, -59n), head(100n, 61n)), 101n)
  })

  it('goes by the newest where no head is of the present', () => {
    assert.equal(chosen(head(500n, -3_600n), head(499n, -3_588n)), 499n)
  })
})
