import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { BlockHeader } from '../ports.ts'
import { createHeaderLine } from './headerLine.ts'

const hash = (number: bigint, fork: number): Hex =>
  `0x${number.toString(16).padStart(32, '0')}${fork.toString(16).padStart(32, '0')}`
const GENESIS = { number: 10n, hash: hash(10n, 0) }

/** Same in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function branchOn(parent: { number: bigint; hash: Hex }, length: number, fork: number): BlockHeader[] {
  const branch: BlockHeader[] = []
  for (let before = parent; branch.length < length; before = branch[branch.length - 1] ?? parent) {
    const number = before.number + 1n
    branch.push({ number, hash: hash(number, fork), parentHash: before.hash, timestamp: number })
  }
  return branch
}

it('is the newest branch and its ancestors, whatever forks come: 2,000 random ones', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = randomOf(seed)
    const line = createHeaderLine([GENESIS])
    /** What it must be: every block of the line by number, and how far it is judged. */
    let expected: { number: bigint; hash: Hex }[] = [GENESIS]
    let judged = 0
    let kept = 0
    for (let fork = 1; fork <= 40; fork++) {
      const at = kept + random(expected.length - kept)
      const parent = expected[at] ?? GENESIS
      const branch = branchOn(parent, 1 + random(6), fork)
      assert.equal(line.adopt(branch), Math.max(0, judged - at))
      expected = [...expected.slice(0, at + 1), ...branch]
      judged = Math.min(judged, at)
      for (let passed = random(4); passed > 0 && judged + 1 < expected.length; passed--) {
        assert.equal(line.ahead()[0]?.hash, expected[judged + 1]?.hash)
        judged++
        kept = Math.max(kept, judged - 8)
        line.pass(10n + BigInt(kept))
      }
      if (random(10) === 0) {
        line.drop()
        expected = expected.slice(0, judged + 1)
      }
      assert.deepEqual(line.tip().hash, expected.at(-1)?.hash)
      assert.deepEqual(line.judged().hash, expected[judged]?.hash)
      assert.equal(line.floor(), 10n + BigInt(kept))
      for (const [index, { number, hash: known }] of expected.entries())
        assert.equal(line.hashAt(number), index < kept ? undefined : known)
      assert.equal(line.hashAt(10n + BigInt(expected.length)), undefined)
    }
  }
})

it('is replaced from its floor by a chain that has nothing of it', () => {
  const line = createHeaderLine([GENESIS, { number: 11n, hash: hash(11n, 0) }])
  const other = branchOn({ number: 9n, hash: hash(9n, 7) }, 4, 7)
  assert.equal(line.adopt(other), 2)
  assert.deepEqual(line.judged(), { number: 9n, hash: hash(9n, 7) })
  assert.equal(line.ahead()[0], other[0])
  const below = branchOn({ number: 4n, hash: hash(4n, 8) }, 2, 8)
  assert.equal(line.adopt(below), 5)
  assert.deepEqual([line.judged(), line.tip()], [{ number: 4n, hash: hash(4n, 8) }, below[1]])
})

it('refuses what is not of one piece, leads nowhere, or leaves a gap', () => {
  assert.throws(() => createHeaderLine([]), RangeError)
  assert.throws(() => createHeaderLine([GENESIS, { number: 12n, hash: hash(12n, 0) }]), RangeError)
  const line = createHeaderLine([GENESIS])
  const [first, second, third] = branchOn(GENESIS, 3, 1) as [BlockHeader, BlockHeader, BlockHeader]
  assert.throws(() => line.adopt([first, third]), /one piece/)
  assert.throws(() => line.adopt([first, { ...second, parentHash: hash(11n, 9) }]), /one piece/)
  assert.throws(() => line.adopt([second, third]), /nowhere/)
  assert.throws(() => line.pass(0n), RangeError)
  assert.equal(line.adopt([]), 0)
  assert.equal(line.tip(), line.judged())
})
