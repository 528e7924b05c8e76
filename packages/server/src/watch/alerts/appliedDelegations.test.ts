import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { DelegationActivity } from './activity.ts'
import { appliedDelegations } from './delegationAlerts.ts'

const WALLET: Address = `0x${'aa'.repeat(20)}`
const SPONSOR: Address = `0x${'0b'.repeat(20)}`
type Sent = { from?: Address; nonce?: bigint; carries?: bigint[] }

/** The nonces that took effect, and where: transaction and place in it. */
function applied(sent: Sent[], [before, after]: [bigint, bigint]): string[] {
  const transactions = sent.map(({ from = SPONSOR, nonce = 0n }, at) => ({ hash: hashOf(at), from, nonce }))
  const authorized = sent.flatMap(({ carries = [] }, at) =>
    carries.map(
      (nonce, index): DelegationActivity => ({
        kind: 'delegation',
        wallet: WALLET,
        delegate: null,
        nonce,
        hash: hashOf(at),
        logIndex: null,
        position: `${at}.${index}`,
        initiator: SPONSOR,
        claimed: false,
      }),
    ),
  )
  return appliedDelegations(transactions, authorized, { before, after }).map(({ position }) => position)
}
const hashOf = (at: number): Hex => `0x${String(at).padStart(64, '0')}`
const own = (nonce: bigint, ...carries: bigint[]): Sent => ({ from: WALLET, nonce, carries })

test('what uses up the nonce of the account took effect', () => {
  assert.deepEqual(applied([{ carries: [3n] }], [3n, 4n]), ['0.0'])
  assert.deepEqual(applied([own(2n), { carries: [3n] }], [2n, 4n]), ['1.0'])
  // In a transaction of its own the account's nonce is used up before.
  assert.deepEqual(applied([own(3n, 4n)], [3n, 5n]), ['0.0'])
  assert.deepEqual(applied([{ carries: [3n, 4n] }], [3n, 5n]), ['0.0', '0.1'])
})

test('an old one, one for later, and one that its own transaction overtook did not', () => {
  assert.deepEqual(applied([{ carries: [3n] }], [4n, 4n]), [])
  assert.deepEqual(applied([{ carries: [5n] }], [4n, 4n]), [])
  assert.deepEqual(applied([own(3n), { carries: [3n] }], [3n, 4n]), [])
  assert.deepEqual(applied([own(3n, 3n)], [3n, 4n]), [])
  // For later at first, and due when it comes again.
  assert.deepEqual(applied([{ carries: [4n, 3n] }, { carries: [4n] }], [3n, 5n]), ['0.1', '1.0'])
})

test('the same one carried twice took effect once', () => {
  assert.deepEqual(applied([{ carries: [3n] }, { carries: [3n] }], [3n, 4n]), ['0.0'])
})

test('where the account made contracts too, whatever may have taken effect counts', () => {
  assert.deepEqual(applied([{ carries: [3n] }, { carries: [5n] }, own(6n)], [3n, 7n]), ['0.0', '1.0'])
  assert.deepEqual(applied([{ carries: [2n, 6n] }, { carries: [7n] }, own(6n)], [3n, 7n]), [])
})
