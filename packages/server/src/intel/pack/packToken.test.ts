import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { packTokens } from '../lookup/knownAddresses.ts'
import { packToken } from './packTables.ts'
import { readPack } from './readPack.ts'

const TOKENS: [Chain, Address, string, number][] = [
  ['ethereum', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 6],
  ['ethereum', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'USDT', 6],
  ['ethereum', '0x514910771af9ca656af840dff83e8264ecf986ca', 'LINK', 18],
  ['ethereum', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', 'WBTC', 8],
  ['bsc', '0x55d398326f99059ff775485246999027b3197955', 'USDT', 18],
  ['bsc', '0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82', 'Cake', 18],
  ['polygon', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', 'USDC', 6],
]
for (const [chain, address, symbol, decimals] of TOKENS)
  test(`${symbol} on ${chain}`, () => {
    const token = packToken(chain, address)
    assert.equal(token?.symbol.toLowerCase(), symbol.toLowerCase())
    assert.equal(token?.decimals, decimals)
    assert.notEqual(token?.name, '')
  })

/** Networks that the pack has data of. */
const COVERED = CHAINS.filter((chain) => readPack().has(`labels.${chain}`))

test('a token is known on its own network only, and nothing else is a token', () => {
  assert.equal(packToken('polygon', '0xdac17f958d2ee523a2206206994597c13d831ec7'), null)
  for (const text of ['0x', `0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`, `0x${'z'.repeat(40)}`] as Address[])
    assert.equal(packToken('ethereum', text), null)
})

test('every token that is imitated is one that registries know', () => {
  for (const chain of COVERED)
    for (const { address, symbol } of NETWORKS[chain].tokens)
      assert.notEqual(packToken(chain, address), null, `${symbol} on ${chain} at ${address}`)
})

test('walking the list gives what looking up gives: ordered, distinct, clean and bounded', () => {
  for (const chain of CHAINS) {
    let before = ''
    for (const { address, ...token } of packTokens(chain)) {
      assert.match(address, /^0x[0-9a-f]{40}$/)
      assert.ok(address > before, address)
      before = address
      assert.deepEqual(packToken(chain, address), token)
      assert.equal(cleanText(token.symbol, 32), token.symbol)
      assert.equal(cleanText(token.name, 64), token.name)
      assert.ok(token.decimals >= 0 && token.decimals <= 77)
    }
  }
})
