import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../web/address/parseSite.ts'
import { createOfficialBrand } from './officialBrand.ts'

const official = createOfficialBrand(() => [
  { domain: 'uniswap.org', brand: 'Uniswap' },
  { domain: 'github.com', brand: 'GitHub' },
])

test('an official domain and what lies below it', () => {
  assert.equal(official(parseSite('https://app.uniswap.org/swap')), 'Uniswap')
  for (const url of ['https://uniswap.org.evil.example/', 'https://notuniswap.org/', 'https://1.2.3.4/'])
    assert.equal(official(parseSite(url)), null, url)
})

test('where strangers publish, the front page alone', () => {
  assert.equal(official(parseSite('https://github.com/')), 'GitHub')
  assert.equal(official(parseSite('https://github.com/anybody')), null)
})
