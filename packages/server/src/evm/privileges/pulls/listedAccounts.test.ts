import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { accountsInList } from './listedAccounts.ts'

const word = (digits: string) => digits.padStart(64, '0')
const [ONE, OTHER] = ['a1'.repeat(20), 'b2'.repeat(20)] as [string, string]
const answer = (...words: string[]): Hex => `0x${words.map(word).join('')}`

test('an answer that is a list of accounts names them', () => {
  assert.deepEqual(accountsInList(answer('20', '2', ONE, OTHER)), [`0x${ONE}`, `0x${OTHER}`])
})

test('numbers, hashes, texts and cut lists name none', () => {
  for (const other of [
    answer('20', '2', ONE),
    answer('20', '1', '7'),
    answer('20', '1', 'ff'.repeat(32)),
    answer('20', '0'),
    answer(ONE),
    '0x' as const,
  ])
    assert.deepEqual(accountsInList(other), [], other)
})
