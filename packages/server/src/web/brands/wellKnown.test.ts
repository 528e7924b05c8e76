import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCoincidental } from '@redoubt/risk/url/brandLikeness.ts'
import { parseSite } from '../address/parseSite.ts'
import { BRANDS } from './brands.ts'
import { createLikenesses } from './likenesses.ts'

const likenesses = createLikenesses(BRANDS)
const of = (host: string) => likenesses(parseSite(`https://${host}/`))

const HONEST = [
  'coinmarketcal.com',
  'coingape.com',
  'speedify.com',
  'revolt.tv',
  'chainlit.io',
  'encrypt.me',
  'radium.com',
  'aave.org',
]
for (const host of HONEST)
  test(`${host} is like a brand by chance, which accuses no site by itself`, () => {
    const found = of(host)
    assert.ok(found.length > 0)
    assert.deepEqual(
      found.filter((one) => !isCoincidental(one) && !one.ambiguous),
      [],
    )
  })

test('deliberate misspellings are not by chance', () => {
  for (const host of ['metarnask.io', 'un1swap.org', 'metamask-login.com', 'uniswap.org.evil.example'])
    assert.ok(
      of(host).some((one) => !isCoincidental(one) && !one.ambiguous),
      host,
    )
})
