import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../../../web/address/parseSite.ts'
import { placeOf } from './unknownOfUrl.ts'

test('a host is one place, and a shared one as many as it has paths', () => {
  assert.equal(placeOf(parseSite('https://app.uniswap.org/swap')), 'app.uniswap.org')
  assert.equal(placeOf(parseSite('https://evil.vercel.app/x')), 'evil.vercel.app')
  assert.equal(placeOf(parseSite('https://sites.google.com/view/evil?x')), 'sites.google.com/view/evil')
})
