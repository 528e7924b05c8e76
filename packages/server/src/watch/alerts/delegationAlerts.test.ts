import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import type { DelegationActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'
import { delegationAlerts } from './delegationAlerts.ts'

const WALLET: Address = `0x${'aa'.repeat(20)}`
const SPONSOR: Address = `0x${'0b'.repeat(20)}`
const [FIRST, SECOND]: [Address, Address] = [`0x${'d1'.repeat(20)}`, `0x${'d2'.repeat(20)}`]
const HASH: Hex = `0x${'01'.repeat(32)}`

const signed = (delegate: Address | null, nonce: bigint): DelegationActivity => ({
  kind: 'delegation',
  wallet: WALLET,
  delegate,
  nonce,
  hash: HASH,
  logIndex: null,
  position: `delegation${nonce}`,
  initiator: SPONSOR,
  claimed: false,
})
/** What is told of each, in a block that took the account from nonce 3 to `after`. */
async function told(delegations: DelegationActivity[], facts: Partial<BlockFacts> & { after?: bigint } = {}) {
  const { after = 3n + BigInt(delegations.length), ...known } = facts
  const alertOf = delegationAlerts(delegations, {
    block: { transactions: [{ hash: HASH, from: SPONSOR, to: SPONSOR, nonce: 0n, value: 0n, input: '0x' }] },
    facts: {
      nonces: async () => ({ value: { before: 3n, after } }),
      delegateBefore: async () => ({ value: null }),
      score: async () => ({ value: { riskScore: 70, riskLevel: 'high' } }),
      account: async () => null,
      ...known,
    } as BlockFacts,
  })
  return (await Promise.all(delegations.map(alertOf))).map((body) => body?.data ?? null)
}

test('a new delegate, and a revoked one', async () => {
  const [given, taken] = await told([signed(FIRST, 3n), signed(null, 4n)])
  const about = { wallet: getAddress(WALLET), counterparty: getAddress(FIRST), riskScore: 70 }
  assert.partialDeepStrictEqual(given, { ...about, delegation: true, unknown: ['counterpartyLabel'] })
  assert.partialDeepStrictEqual(taken, { ...about, delegation: false })
})

test('the revoked delegate is the previous one', async () => {
  const [earlier] = await told([signed(null, 3n)], { delegateBefore: async () => ({ value: SECOND }) })
  assert.equal(earlier?.counterparty, getAddress(SECOND))
  const [, replaced, , again] = await told([signed(FIRST, 3n), signed(SECOND, 4n), signed(null, 5n), signed(null, 6n)])
  assert.equal(replaced?.counterparty, getAddress(SECOND))
  assert.equal(again, null)
})

test('nothing happens where none was there, and where it did not take effect', async () => {
  assert.deepEqual(await told([signed(null, 3n)]), [null])
  const delegateBefore = async () => ({ value: FIRST })
  assert.deepEqual(await told([signed(null, 9n)], { after: 3n, delegateBefore }), [null])
})

test('what could not be learned is told as unknown', async () => {
  const [unnamed] = await told([signed(null, 3n)], { delegateBefore: async () => null })
  assert.partialDeepStrictEqual(unnamed, { counterparty: null, riskScore: null, delegation: false })
  assert.ok(unnamed?.unknown.includes('counterparty'))
  const [unsure] = await told([signed(FIRST, 9n)], { nonces: async () => null })
  assert.deepEqual(unsure?.unknown, ['counterpartyLabel', 'success'])
})
