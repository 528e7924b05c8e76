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
  test('nothing: a payment that stays, tokens of others, an approval that ends', () => {
    assert.equal(losses([log(TRANSFER, NATIVE, [PAYER, ACCOUNT], 5n)], 5n), null)
    assert.equal(losses([log(TRANSFER, TOKEN, [PAYER, THIEF], 5n), log(TRANSFER, THIEF, [ACCOUNT, THIEF], 5n)]), null)
    assert.equal(losses([log(APPROVAL, TOKEN, [ACCOUNT, THIEF], 0n)]), null)
  })
})
