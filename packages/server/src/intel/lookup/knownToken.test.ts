import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { knownToken } from './knownToken.ts'

for (const chain of CHAINS)
  test(`${chain}: every quote token is known with its decimals`, () => {
    for (const { address, symbol, decimals } of NETWORKS[chain].quoteTokens)
      assert.equal(knownToken(chain, address)?.decimals, decimals, symbol)
  })

for (const chain of CHAINS)
  test(`${chain}: the wrapped coin has the price of the coin`, () => {
    const { quoteTokens, tokens, coin } = NETWORKS[chain]
    const wrapped = tokens.find(({ address }) => address === quoteTokens[0]?.address)
    assert.equal(wrapped?.follows, coin.price)
  })

test('an address that no registry lists is unknown', () => {
  const address: Address = `0x${'70'.repeat(20)}`
  assert.equal(knownToken('ethereum', address), null)
})
