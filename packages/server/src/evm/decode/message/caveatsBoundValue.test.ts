import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { caveatsBoundValue } from './sessions.ts'

const word = (amount: bigint) => amount.toString(16).padStart(64, '0')
const token = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const caveat = (enforcer: string, terms: string) => ({ enforcer: enforcer as Address, terms: `0x${terms}` as Hex })

const targets = caveat('0x7f20f61b1f09b08d970938f6fa563634d65c4eeb', token)
const until = caveat('0x1046bb45c8d673d4ea75321280db34899413c069', word(2_000_000_000n))
const tokens = (amount: bigint) => caveat('0xf100b0819427117ecf76ed94b358b1a5b5c6d2fc', `${token}${word(amount)}`)
const coin = (amount: bigint) => caveat('0xf71af580b9c3078fbc2bbf16fbb8eed82b330320', word(amount))
const calls = (count: bigint) => caveat('0x04658b29f6b82ed55274221a06fc97d318e25416', word(count))
const exactly = (data: string) => caveat('0x99f2e9bf15ce5ec84685604836f71ab835dbbded', data)

describe('what bounds the value of a delegation', () => {
  for (const [name, caveats] of Object.entries({
    'an amount of one token': [tokens(5_000_000n), until],
    'an amount of coin, without call data': [coin(10n ** 17n), exactly('')],
    'one exact call of one contract, without much coin': [targets, exactly('4e71d92d'), calls(1n), coin(0n)],
  }))
    test(name, () => assert.equal(caveatsBoundValue(caveats), true))

  for (const [name, caveats] of Object.entries({
    'nothing at all': [],
    'a token among the contracts that may be called, for a while': [targets, until],
    'one call of a token: it may move all of it': [targets, calls(1n)],
    'coin alone: a transfer of tokens carries none': [coin(0n)],
    'more of a token than there is': [tokens(2n ** 256n - 1n)],
    'terms that are too short': [caveat('0xf100b0819427117ecf76ed94b358b1a5b5c6d2fc', token)],
    'an exact call of any contract': [exactly('a9059cbb'), calls(1n)],
    'an enforcer that only carries the name': [caveat(`0x${'1'.repeat(40)}`, `${token}${word(5n)}`)],
  }))
    test(`not: ${name}`, () => assert.equal(caveatsBoundValue(caveats), false))
})
