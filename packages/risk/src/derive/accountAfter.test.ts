import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '../address.ts'
import type { Authorization } from '../facts/transaction.ts'
import { account, contract, label, ROUTER, STRANGER, simulation, TRADER } from '../testing/sampleFacts.ts'
import { accountAfter } from './accountAfter.ts'
import { takerTrust } from './tokenPulls.ts'

const delegation = (to: Address): Hex => `0xef0100${to.slice(2)}`
const coded = (of: Address, before: Hex, after: Hex) =>
  simulation({ stateDiff: { [of]: { storage: {}, code: { before, after } } } })
const after = (
  one: Parameters<typeof accountAfter>[0],
  executed: ReturnType<typeof simulation> | null,
  authorizationList: Authorization[] = [],
) => accountAfter(one, { transaction: { from: TRADER, authorizationList }, simulation: executed, chain: 'ethereum' })
const asked = (more: Partial<Authorization> = {}): Authorization => ({
  chainId: 1,
  address: ROUTER,
  nonce: 1n,
  ...more,
})
const nowhere = `0x${'0'.repeat(40)}` as const

describe('an account after the transaction', () => {
  test('is delegated where the execution set its delegate, the sender’s and another’s', () => {
    for (const one of [TRADER, STRANGER]) {
      const found = after(account(one), coded(one, '0x', delegation(ROUTER)))
      assert.equal(found.class, 'delegated-eoa')
      assert.equal(found.delegate, ROUTER)
      assert.equal(found.codeSize, 23)
    }
  })

  test('is a contract where the transaction creates it', () => {
    const found = after(account(STRANGER), coded(STRANGER, '0x', '0x6001'))
    assert.deepEqual([found.class, found.codeSize, found.deployedRecently], ['contract', 2, true])
  })

  test('has no code any more where its delegation ended', () => {
    const before = account(TRADER, { class: 'delegated-eoa', delegate: ROUTER, codeSize: 23 })
    const found = after(before, coded(TRADER, delegation(ROUTER), '0x'))
    assert.deepEqual([found.class, found.delegate, found.codeSize], ['eoa', null, 0])
  })

  test('is as before where nothing changes, and where the execution shows that an authorisation had no effect', () => {
    for (const one of [account(STRANGER), contract(STRANGER)]) assert.equal(after(one, simulation()), one)
    const one = account(STRANGER)
    assert.equal(after(one, simulation(), [asked({ authority: STRANGER })]), one)
  })

  test('ran as a contract where it destroys itself', () => {
    const one = contract(STRANGER)
    assert.equal(after(one, coded(STRANGER, '0x6001', '0x')), one)
  })

  test('is what the authorisations say where nothing was executed', () => {
    assert.equal(after(account(TRADER), null, [asked()]).delegate, ROUTER)
    assert.equal(after(account(TRADER), null, [asked({ chainId: 0 })]).class, 'delegated-eoa')
    assert.equal(after(account(TRADER), null, [asked({ chainId: 10 })]).class, 'eoa')
    assert.equal(after(account(TRADER), null, [asked({ authority: STRANGER })]).class, 'eoa')
    assert.equal(after(account(STRANGER), null, [asked({ authority: STRANGER })]).class, 'delegated-eoa')
    assert.equal(after(account(TRADER), null, [asked(), asked({ address: nowhere })]).class, 'eoa')
  })
})

describe('a taker', () => {
  const trust = (one: ReturnType<typeof account>, code: Hex) =>
    takerTrust(STRANGER, { recipient: one, counterparties: {} }, coded(STRANGER, '0x', code))

  test('with a key stays a wallet when it gets a delegate in the same transaction', () => {
    assert.equal(trust(account(STRANGER), delegation(ROUTER)), 'wallet')
  })

  test('that is flagged stays flagged, whatever code it gets', () => {
    for (const code of [delegation(ROUTER), '0x6001'] as const)
      assert.equal(trust(account(STRANGER, { labels: [label('scammer')] }), code), 'flagged')
  })

  test('that the transaction creates is unknown', () => {
    assert.equal(trust(account(STRANGER), '0x6001'), 'unknown')
  })
})
