import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Label } from '../facts/account.ts'
import { account, contract, label, ROUTER, STRANGER, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { trustOf } from './trust.ts'

test('a service is code; a name alone makes no service of a person', () => {
  const named = { labels: [label('defi_protocol')] }
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, named)), 'known')
  assert.equal(trustOf(account(STRANGER, named)), 'wallet')
  assert.equal(trustOf(account(STRANGER, { ...named, class: 'delegated-eoa' })), 'wallet')
  assert.equal(trustOf(account(STRANGER, { ...named, class: 'precompile' })), 'unknown')
})

test('any account may accuse, and not any account may vouch', () => {
  const low = (category: Label['category']) => [{ ...label(category), confidence: 'low' as const }]
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { labels: low('dao_treasury') })), 'unknown')
  assert.equal(trustOf(account(STRANGER, { labels: low('exchange') })), 'wallet')
  assert.equal(trustOf(account(STRANGER, { labels: low('scammer') })), 'flagged')
})

test('an exchange pays from accounts with a key', () => {
  assert.equal(trustOf(account(STRANGER, { labels: [label('exchange')] })), 'known')
})

test('a flag outweighs every other name, and a relay is no service', () => {
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { labels: [label('defi_protocol'), label('scammer')] })), 'flagged')
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { labels: [label('exchange')], sanctioned: true })), 'flagged')
  assert.equal(
    trustOf(contract(UNKNOWN_CONTRACT, { labels: [label('open-executor'), label('defi_protocol')] })),
    'open-executor',
  )
})

test('a wallet built as a contract is an EOA; a proxy and a pool are not known yet', () => {
  const implementation = ROUTER
  const safe = { type: 'safe', version: '1.4.1', singleton: ROUTER } as const
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { kind: safe })), 'wallet')
  const kernel = { type: 'smart-account', name: 'Kernel', implementation } as const
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { kind: kernel })), 'wallet')
  for (const type of ['clone', 'proxy'] as const)
    assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { kind: { type, implementation } })), 'unknown')
  // Its code is known, but its tokens may be any tokens: no service keeps what a genuine pool of a scam token takes.
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { labels: [label('pool')] })), 'unknown')
})

test('what is sent to a bridge crosses it, even where it makes calls for strangers', () =>
  assert.equal(trustOf(contract(UNKNOWN_CONTRACT, { labels: [label('bridge'), label('open-executor')] })), 'known'))
