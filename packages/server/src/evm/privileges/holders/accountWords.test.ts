import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { accountsInWord, gateAccounts } from './accountWords.ts'

const ONE = '1f9840a85d5af5bf1d1762f925bdaddc4201f984'
const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`

describe('accounts in a storage word', () => {
  it('alone', () => assert.deepEqual(accountsInWord(word(ONE)), [`0x${ONE}`]))
  it('with a flag before it', () => assert.equal(accountsInWord(word(`01${ONE}`))[0], `0x${ONE}`))
  it('behind a flag', () => assert.ok(accountsInWord(word(`${ONE}01`)).includes(`0x${ONE}`)))
  it('in the high bytes', () => assert.ok(accountsInWord(`0x${ONE}${'00'.repeat(12)}`).includes(`0x${ONE}`)))
  it('no amount, flag or empty word', () => {
    for (const digits of ['0', '1', '3635c9adc5dea00000']) assert.deepEqual(accountsInWord(word(digits)), [])
    assert.deepEqual(accountsInWord(null), [])
  })
})

describe('accounts that callers are compared with', () => {
  const SLOT = word('9')
  const gate = (bit: number | null): ContractFunction => ({
    selector: '0x01020304',
    signature: null,
    arguments: '',
    mutability: 'nonpayable',
    reads: [SLOT],
    writes: [],
    gated: true,
    gatedBy: [SLOT],
    ...(bit !== null && { gateBits: { [SLOT]: bit } }),
    balanceWrites: [],
    asks: [],
    sendsNative: false,
  })
  const PACKED = word(`${ONE}00`)

  it('only where the code takes them out', () => assert.deepEqual(gateAccounts([gate(8)], SLOT, PACKED), [`0x${ONE}`]))
  it('each place that the code shows', () => assert.equal(gateAccounts([gate(8), gate(0)], SLOT, PACKED).length, 2))
  it('wherever they may be, where one function does not show it', () =>
    assert.deepEqual(gateAccounts([gate(8), gate(null)], SLOT, PACKED), accountsInWord(PACKED)))
})
