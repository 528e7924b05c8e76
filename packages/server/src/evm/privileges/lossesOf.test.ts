import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import { lossesOf } from './lossesOf.ts'

const ACCOUNT: Address = '0x7e57ed00c01a5000000000000000000000000006'
const THIEF: Address = '0x7e57ed00c01a5000000000000000000000000007'
const PAYER: Address = '0x7e57ed00c01a5000000000000000000000000008'
const TOKEN: Address = '0x7e57ed00c01a5000000000000000000000000009'
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

const WRAPPED: Address = '0x7e57ed00c01a500000000000000000000000000a'
const NONE: Address = `0x${'0'.repeat(40)}`
const DEPOSIT: Hex = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL: Hex = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

const topic = (account: Address): Hex => `0x${account.slice(2).padStart(64, '0')}`
const log = (event: Hex, token: Address, [from, to]: [Address, Address], amount: bigint): Log => ({
  address: token,
  topics: [event, topic(from), topic(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})
const losses = (logs: Log[], paid = 0n) => lossesOf(logs, { address: ACCOUNT, tokens: [TOKEN], paid })

describe('what an account lost', () => {
  test('coins that are passed on', () => {
    const logs = [log(TRANSFER, NATIVE, [PAYER, ACCOUNT], 5n), log(TRANSFER, NATIVE, [ACCOUNT, THIEF], 5n)]
    assert.deepEqual(losses(logs, 5n), { coins: 5n, tokens: [], to: THIEF })
  })
  test('tokens that leave, and an approval of another account', () => {
    assert.deepEqual(losses([log(TRANSFER, TOKEN, [ACCOUNT, THIEF], 5n)]), { coins: 0n, tokens: [TOKEN], to: THIEF })
    assert.deepEqual(losses([log(APPROVAL, TOKEN, [ACCOUNT, THIEF], 5n)]), { coins: 0n, tokens: [TOKEN], to: THIEF })
  })
  test('an item whose approval says nothing but its id, until the approval ends', () => {
    const approval = (spender: Address): Log => ({
      ...log(APPROVAL, TOKEN, [ACCOUNT, spender], 0n),
      topics: [APPROVAL, topic(ACCOUNT), topic(spender), topic(NONE)],
      data: '0x',
    })
    assert.deepEqual(losses([approval(THIEF)]), { coins: 0n, tokens: [TOKEN], to: THIEF })
    assert.equal(losses([approval(NONE)]), null)
  })
  test('nothing: a payment that stays, tokens of others, an approval that ends', () => {
    assert.equal(losses([log(TRANSFER, NATIVE, [PAYER, ACCOUNT], 5n)], 5n), null)
    assert.equal(losses([log(TRANSFER, TOKEN, [PAYER, THIEF], 5n), log(TRANSFER, THIEF, [ACCOUNT, THIEF], 5n)]), null)
    assert.equal(losses([log(APPROVAL, TOKEN, [ACCOUNT, THIEF], 0n)]), null)
  })
})

describe('coins that become wrapped coins', () => {
  const movedTo = (to: Address, amount = 5n) => log(TRANSFER, NATIVE, [ACCOUNT, to], amount)
  const paid = log(TRANSFER, NATIVE, [PAYER, ACCOUNT], 5n)
  const booked = (event: Hex, of: Address, amount: bigint): Log => ({
    ...log(event, WRAPPED, [of, of], amount),
    topics: [event, topic(of)],
  })
  const lost = (logs: Log[], tokens: Address[] = [WRAPPED]) =>
    lossesOf(logs, { address: ACCOUNT, tokens, paid: 5n, wrapped: WRAPPED })
  const wraps = [paid, movedTo(WRAPPED), booked(DEPOSIT, ACCOUNT, 5n)]

  test('nothing: the account holds as many, also where a Transfer says it twice, and what it unwraps', () => {
    assert.equal(lost(wraps), null)
    assert.equal(lost([...wraps, log(TRANSFER, WRAPPED, [NONE, ACCOUNT], 5n)]), null)
    assert.equal(lost([paid, booked(WITHDRAWAL, ACCOUNT, 3n), log(TRANSFER, NATIVE, [WRAPPED, ACCOUNT], 3n)]), null)
  })
  test('wrapped coins of another account, of a part, and those that go on', () => {
    assert.deepEqual(lost([paid, movedTo(WRAPPED), booked(DEPOSIT, THIEF, 5n)])?.coins, 5n)
    assert.deepEqual(lost([paid, movedTo(WRAPPED, 3n), booked(DEPOSIT, ACCOUNT, 3n), movedTo(THIEF, 2n)]), {
      coins: 2n,
      tokens: [],
      to: THIEF,
    })
    const on = log(TRANSFER, WRAPPED, [ACCOUNT, THIEF], 5n)
    assert.deepEqual(lost([...wraps, on]), { coins: 5n, tokens: [WRAPPED], to: THIEF })
    assert.deepEqual(lost([...wraps, log(TRANSFER, WRAPPED, [NONE, ACCOUNT], 5n), on], [])?.coins, 5n)
  })
  test('wrapped coins that it held are tokens', () => {
    const taken = log(TRANSFER, WRAPPED, [ACCOUNT, THIEF], 7n)
    assert.deepEqual(lost([paid, taken]), { coins: 0n, tokens: [WRAPPED], to: THIEF })
    assert.deepEqual(lost([paid, taken], []), { coins: 0n, tokens: [WRAPPED], to: THIEF })
  })
  test('wrapped coins that another account may take', () => {
    const allowed = log(APPROVAL, WRAPPED, [ACCOUNT, THIEF], 9n)
    assert.deepEqual(lost([...wraps, allowed], []), { coins: 0n, tokens: [WRAPPED], to: THIEF })
  })
  test('another contract that says it wraps', () => {
    const said = { ...booked(DEPOSIT, ACCOUNT, 5n), address: TOKEN }
    assert.deepEqual(lost([paid, movedTo(TOKEN), said])?.coins, 5n)
  })
})
