import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { KNOWN_TOKENS } from './knownTokens.ts'

test('token addresses are lower case and listed once', () => {
  for (const chain of CHAINS) {
    const addresses = KNOWN_TOKENS[chain].map(({ address }) => address)
    assert.equal(new Set(addresses).size, addresses.length)
    for (const address of addresses) assert.match(address, /^0x[0-9a-f]{40}$/)
  }
})
