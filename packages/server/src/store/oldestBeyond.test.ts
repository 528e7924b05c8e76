import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { oldestBeyond } from './oldestBeyond.ts'

const rowsOf = (generations: number[]) => generations.map((generation, id) => ({ id, generation }))

test('nothing goes while there is room', () => {
  assert.deepEqual(oldestBeyond(3, rowsOf([3, 1, 2])), [])
  assert.deepEqual(oldestBeyond(0, []), [])
})

test('the oldest generations go, whole, also when the newest alone is too large', () => {
  assert.deepEqual(oldestBeyond(2, rowsOf([2, 1, 2, 1])), [1, 3])
  assert.deepEqual(oldestBeyond(3, rowsOf([2, 1, 2, 1])), [1, 3])
  assert.deepEqual(oldestBeyond(1, rowsOf([2, 1, 2])), [0, 1, 2])
})

test('what is left fits, is newer than what goes, and no more goes than must', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), fc.nat(12), (generations, kept) => {
      const rows = rowsOf(generations)
      const gone = new Set(oldestBeyond(kept, rows))
      const left = rows.filter(({ id }) => !gone.has(id))
      const newestGone = Math.max(-1, ...rows.filter(({ id }) => gone.has(id)).map(({ generation }) => generation))
      assert.ok(left.length <= kept)
      assert.ok(left.every(({ generation }) => generation > newestGone))
      if (gone.size > 0) assert.ok(rows.filter(({ generation }) => generation >= newestGone).length > kept)
    }),
  )
})
