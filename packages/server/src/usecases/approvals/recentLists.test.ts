import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentLists } from './listPages.ts'

test('keeps so many entries, and drops the list that came first', () => {
  const lists = createRecentLists<string>(10)
  lists.keep('a', 'A', 4)
  lists.keep('b', 'B', 4)
  assert.equal(lists.get('a'), 'A')
  // Kept again it is the newest, and counts once.
  lists.keep('a', 'A2', 4)
  lists.keep('c', 'C', 4)
  assert.deepEqual([lists.get('a'), lists.get('b'), lists.get('c')], ['A2', undefined, 'C'])
  lists.keep('d', 'D', 100)
  assert.equal(lists.get('d'), undefined)
})
