import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { oldestBeyond } from './intelDifference.ts'

test('nothing goes while there is room', () => {
  assert.equal(
    oldestBeyond(
      3,
      new Map([
        [3, 1],
        [1, 2],
      ]),
    ),
    null,
  )
  assert.equal(oldestBeyond(0, new Map()), null)
})

test('the oldest generations go, whole, also when the newest alone is too large', () => {
  assert.equal(
    oldestBeyond(
      2,
      new Map([
        [1, 2],
        [2, 2],
      ]),
    ),
    1,
  )
  assert.equal(
    oldestBeyond(
      3,
      new Map([
        [2, 2],
        [1, 2],
      ]),
    ),
    1,
  )
  assert.equal(
    oldestBeyond(
      1,
      new Map([
        [1, 1],
        [2, 2],
      ]),
    ),
    2,
  )
})

test('what is left fits, and no more goes than must', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), fc.nat(12), (generations, kept) => {
      const counts = new Map<number, number>()
      for (const generation of generations) counts.set(generation, (counts.get(generation) ?? 0) + 1)
      const gone = oldestBeyond(kept, counts)
      const left = generations.filter((generation) => gone === null || generation > gone)
      assert.ok(left.length <= kept)
      if (gone !== null) assert.ok(generations.filter((generation) => generation >= gone).length > kept)
    }),
  )
})
