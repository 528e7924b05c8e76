import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { packToken } from '../pack/packTables.ts'
import { famousTokens } from './famousTokens.ts'
import { packTokens } from './knownAddresses.ts'
import { createTokenNames, type FamousToken } from './tokenNames.ts'

const USDC: FamousToken = { chain: 'ethereum', address: `0x${'a'.repeat(40)}`, symbol: 'USDC', name: 'USD Coin' }
const ELSEWHERE: FamousToken = { chain: 'bsc', address: `0x${'b'.repeat(40)}`, symbol: 'USDC', name: 'USD Coin' }
const COIN: FamousToken = { chain: 'ethereum', address: null, symbol: 'ETH', name: 'Ether' }
const BRIDGED: Address = `0x${'c'.repeat(40)}`
const STRANGER: Address = '0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF'

const names = createTokenNames({ famous: [ELSEWHERE, USDC, COIN], isGenuine: (_, address) => address === BRIDGED })
const named = (symbol: string, name: string, address = STRANGER) => ({ address, symbol, name })

test('a stranger with the symbol or the name of a famous token imitates it', () => {
  assert.deepEqual(names.imitates('ethereum', named('USDC', 'x')), { ...USDC, by: 'symbol', exact: true })
  assert.deepEqual(names.imitates('ethereum', named('UЅDС', 'x')), { ...USDC, by: 'symbol', exact: false })
  assert.deepEqual(names.imitates('ethereum', named('x', 'usd coin')), { ...USDC, by: 'name', exact: true })
  assert.deepEqual(names.imitates('ethereum', named('x', 'USD Соin')), { ...USDC, by: 'name', exact: false })
})

test("a network's own coin can be imitated too", () => {
  assert.deepEqual(names.imitates('ethereum', named('ЕTH', 'x')), { ...COIN, by: 'symbol', exact: false })
})

test('the original on the same network goes first; where there is none, another one is named', () => {
  assert.equal(names.imitates('bsc', named('USDC', ''))?.chain, 'bsc')
  assert.equal(names.imitates('polygon', named('USDC', ''))?.symbol, 'USDC')
})

test('the famous token itself, and any other listed one, imitates no token', () => {
  assert.equal(names.imitates('ethereum', named('USDC', 'USD Coin', `0x${'A'.repeat(40)}`)), null)
  assert.equal(names.imitates('ethereum', named('USDC', 'Bridged USD Coin', BRIDGED)), null)
  assert.notEqual(
    names.imitates('bsc', named('USDC', 'USD Coin', `0x${'A'.repeat(40)}`)),
    null,
    'but on its network only',
  )
})

test('names without a famous owner, and empty names, are quiet', () => {
  for (const [symbol, name] of [
    ['USDX', 'X Dollar'],
    ['', ''],
    ['\u200b', '\u202e'],
    ['USDC.x', 'USD Coin Vault'],
  ] as const)
    assert.equal(names.imitates('ethereum', named(symbol, name)), null, symbol)
})

test('texts of one or two letters belong to everybody', () => {
  const short = createTokenNames({ famous: [{ ...USDC, symbol: 'U', name: 'USD' }], isGenuine: () => false })
  assert.equal(short.imitates('ethereum', named('U', 'USD')), null)
})

test('hostile texts are answered: megabytes, and names of members that every object has', () => {
  assert.equal(names.imitates('ethereum', named('U'.repeat(3_000_000), 'constructor')), null)
  assert.equal(names.imitates('ethereum', named('__proto__', 'toString')), null)
})

const isGenuine = (chain: FamousToken['chain'], address: Address) => packToken(chain, address) !== null
const real = createTokenNames({ famous: famousTokens(), isGenuine })

test('every well-known token is protected on its network, in plain and in disguise', () => {
  for (const chain of CHAINS)
    for (const { symbol, name } of NETWORKS[chain].tokens) {
      assert.equal(real.imitates(chain, named(symbol, 'x'))?.chain, chain, symbol)
      assert.equal(real.imitates(chain, named('x', `${name}\u200b`))?.chain, chain, name)
    }
})

test('of thirteen thousand listed tokens none is called an imitation', () => {
  let tokens = 0
  for (const chain of CHAINS)
    for (const token of packTokens(chain)) {
      tokens++
      assert.equal(real.imitates(chain, token), null, `${chain} ${token.address} ${token.symbol}`)
    }
  assert.ok(tokens >= 13_000, `${tokens}`)
})

test('were no list to know them, fewer than one in fifty would be, and hardly any for its shape alone', () => {
  const unlisted = createTokenNames({ famous: famousTokens(), isGenuine: () => false })
  const famous = new Set(famousTokens().map(({ chain, address }) => `${chain}:${address}`))
  const others = CHAINS.flatMap((chain) => Array.from(packTokens(chain), (token) => ({ chain, token }))).filter(
    ({ chain, token }) => !famous.has(`${chain}:${token.address}`),
  )
  const called = others.flatMap(({ chain, token }) => unlisted.imitates(chain, token) ?? [])
  assert.ok(called.length < others.length / 50, `${called.length} of ${others.length}`)
  assert.ok(called.filter(({ exact }) => !exact).length < others.length / 1_000)
})
