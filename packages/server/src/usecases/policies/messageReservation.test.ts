import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { MessageForm } from '@redoubt/risk/facts/signedMessage.ts'
import { outflow, ROUTER, STRANGER, TOKEN } from '../../domain/policy/testPolicy.ts'
import { messageReservation } from './messageReservation.ts'

const DIGEST = `0x${'ab'.repeat(32)}` as const
const form = { type: 'hash', hash: DIGEST } satisfies MessageForm
const DAY_MS = 86_400_000
const lets = { outflows: [outflow(1)], approvals: [] }
const named = { protocol: null, verifier: TOKEN }
const permit = (deadline: bigint | null): SignedIntent => ({
  ...named,
  kind: 'allowance',
  standard: 'erc20',
  token: TOKEN,
  tokenId: null,
  owner: STRANGER,
  spender: ROUTER,
  amount: 1n,
  unlimited: false,
  expiration: null,
  deadline,
})
const transfer = (deadline: bigint | null): SignedIntent => ({
  ...named,
  kind: 'transfer',
  token: TOKEN,
  from: STRANGER,
  to: ROUTER,
  amount: 1n,
  spender: null,
  deadline,
  witness: null,
})
const until = (...intents: SignedIntent[]) => messageReservation('bsc', { form }, intents, lets)?.expiresAt

test('a signature is booked by its digest and network', () => {
  assert.equal(messageReservation('bsc', { form }, [transfer(9n)], lets)?.identity, `bsc:message:${DIGEST}`)
})

test('it counts until the last deadline; an allowance counts a day longer, because it stays when the signature is used', () => {
  assert.equal(until(transfer(9n)), 9_000)
  assert.equal(until(permit(9n)), 9_000 + DAY_MS)
  assert.equal(until(transfer(9n), permit(5n)), 5_000 + DAY_MS)
})

test('without a deadline, and with one that no clock reaches, it counts until it is used or released', () => {
  for (const end of [until(transfer(null)), until(transfer(9n), permit(null)), until(permit(2n ** 256n - 1n)), until()])
    assert.equal(end, null)
})

test('what lets nothing go, and what no wallet can sign, is not booked', () => {
  assert.equal(messageReservation('bsc', { form }, [transfer(9n)], { outflows: [], approvals: [] }), null)
  const text = { type: 'text', text: 'Hello', bytes: '0x48656c6c6f' } as const
  assert.equal(messageReservation('bsc', { form: text }, [], lets), null)
})
