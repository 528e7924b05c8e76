import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexBrands, isOneEditApart } from './brandIndex.ts'
import { BRANDS } from './brands.ts'

const index = indexBrands(BRANDS)
const NAMES = BRANDS.filter(({ ambiguous }) => !ambiguous).flatMap(({ names }) => names)

test('a domain is official with all that lies below it, and nothing else', () => {
  for (const host of ['uniswap.org', 'app.uniswap.org', 'a.b.metamask.io']) assert.equal(index.isOfficial(host), true)
  for (const host of ['myuniswap.org', 'uniswap.org.evil.example', 'org', 'uniswap'])
    assert.equal(index.isOfficial(host), false, host)
})

test('every typing mistake but one in the first letter is found', () => {
  const long = NAMES.filter((name) => name.length >= 6)
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(20), fc.constantFrom('a', 'q', 'z'), (name, place, letter) => {
      const at = 1 + (place % (name.length - 1))
      const typed = name.slice(0, at) + letter + name.slice(at + 1)
      if (typed === name) return
      const found = index.mistyped(typed)
      assert.ok(found && isOneEditApart(typed, found.name), typed)
    }),
  )
})

test('names within a text are found where they stand, the longest first', () => {
  const found = index.within('xwalletconnectuniswap'.replaceAll('i', 'l'))
  assert.deepEqual(
    found.map(({ name, start }) => [name.name, start]),
    [
      ['walletconnect', 1],
      ['uniswap', 14],
    ],
  )
})
