import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandOfHost } from './siteWords.ts'

test('the nearest domain with an owner', () => {
  const brands = new Map([
    ['a.example', 'A'],
    ['b.a.example', 'B'],
  ])
  assert.equal(brandOfHost('x.a.example', brands), 'A')
  assert.equal(brandOfHost('x.b.a.example', brands), 'B')
  assert.equal(brandOfHost('xa.example', brands), null)
})
