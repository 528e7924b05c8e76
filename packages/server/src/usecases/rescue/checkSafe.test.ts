import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import { account, STRANGER, USDC } from '@redoubt/risk/testing/sampleFacts.ts'
import { refusedSafe, safeWarnings } from './checkSafe.ts'

const CODE = { class: 'contract', codeSize: 900, codeHash: `0x${'11'.repeat(32)}` } as const
const TOKEN = { standard: 'erc20', symbol: 'TKN', name: 'Token', decimals: 18 } as const
const DELEGATE: Address = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'
const of = (more: Partial<Account> = {}, address = STRANGER) => ({ ...account(address), ...more })

describe('the address that receives everything', () => {
  const refused: [string, Account, boolean][] = [
    ['an account of a key', of({ class: 'eoa' }), false],
    ['an address without a key', of({ class: 'eoa' }, '0x000000000000000000000000000000000000dead'), true],
    ['a precompile', of({ class: 'precompile' }), true],
    ['a token', of({ ...CODE, token: TOKEN }, USDC), true],
    ['a contract that sends nothing', of({ ...CODE, sendsNothing: true }), true],
    ['a contract', of(CODE), false],
    ['a delegated account, though its code answers as a token', of({ class: 'delegated-eoa', token: TOKEN }), false],
  ]
  for (const [name, safe, isRefused] of refused)
    test(`${name} is ${isRefused ? 'refused' : 'taken'}`, () => assert.equal(refusedSafe(safe) !== null, isRefused))

  const warned: [string, Account | null, string[]][] = [
    ['an account of a key', of({ class: 'eoa' }), []],
    ['a Safe', of({ ...CODE, kind: { type: 'safe', version: '1.4.1', singleton: USDC } }), []],
    ['a smart account', of({ ...CODE, kind: { type: 'smart-account', name: 'A', implementation: USDC } }), []],
    ['a known delegate', of({ class: 'delegated-eoa', delegate: DELEGATE }), []],
    ['any other delegate', of({ class: 'delegated-eoa', delegate: USDC }), ['rescue-to-delegated-account']],
    ['any other contract', of(CODE), ['rescue-to-contract']],
    ['a proxy', of({ ...CODE, kind: { type: 'proxy', implementation: USDC } }), ['rescue-to-contract']],
    [
      'one that a list names',
      of({ class: 'eoa', sanctioned: true, sanctionedBy: ['OFAC'] }),
      ['rescue-to-flagged-address'],
    ],
    ['one that could not be read', null, ['rescue-to-unread-address']],
  ]
  for (const [name, safe, ids] of warned)
    test(`${name}: ${ids.join() || 'no warning'}`, () =>
      assert.deepEqual(
        safeWarnings(safe).map(({ id }) => id),
        ids,
      ))
})
