import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { RevokedPermission } from '@redoubt/risk/facts/revocationFacts.ts'
import { firstCalls } from './firstCalls.ts'

const permission = (id: number): RevokedPermission => ({
  standard: 'seaport-order-signature',
  token: `0x${'a'.repeat(40)}` as Address,
  spender: `0x${'b'.repeat(40)}` as Address,
  tokenId: BigInt(id),
  symbol: null,
  decimals: null,
  unlimited: false,
  before: 1n,
  after: null,
})
const list = (count: number) => Array.from({ length: count }, (_, id) => permission(id))

test('one answer holds a hundred transactions, whatever number of permissions one of them ends', () => {
  const together = firstCalls([{ permissions: list(250) }])
  assert.deepEqual([together.first.length, together.skipped], [1, []])
  const { first, skipped } = firstCalls(list(130).map((one) => ({ permissions: [one] })))
  assert.deepEqual([first.length, skipped.length, skipped[0]?.permission.tokenId], [100, 30, 100n])
  assert.deepEqual([...new Set(skipped.map(({ reason }) => reason))], ['too-many'])
})
