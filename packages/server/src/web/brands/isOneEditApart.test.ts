import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOneEditApart } from './brandIndex.ts'

const word = fc.stringMatching(/^[ab]{1,8}$/)

test('a letter more, less or other, and neighbours swapped', () => {
  for (const other of ['uniswapp', 'uniswa', 'nniswap', 'uniswpa', 'nuiswap', 'xuniswap'])
    assert.equal(isOneEditApart('uniswap', other), true, other)
})

test('equal texts and two edits are not', () => {
  for (const other of ['uniswap', 'uniswappp', 'uiswpa', 'unsiawp', 'swapuni', ''])
    assert.equal(isOneEditApart('uniswap', other), false, other)
})

test('the order of the two does not matter, and every deletion is one edit', () => {
  fc.assert(
    fc.property(word, word, fc.nat(7), (a, b, at) => {
      assert.equal(isOneEditApart(a, b), isOneEditApart(b, a))
      const shorter = a.slice(0, at) + a.slice(at + 1)
      assert.equal(isOneEditApart(a, shorter), shorter !== a)
    }),
  )
})
