import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '../address.ts'
import type { WalletTransaction, WalletTransfer } from '../facts/walletHistory.ts'
import { ETHER, FRIEND, ROUTER, STRANGER, TRADER, USDC } from '../testing/sampleFacts.ts'
import { EXCHANGE, transfer, walletHistory } from '../testing/sampleWallet.ts'
import { activityOf } from './activity.ts'

const DAY = 86_400
const NOW = 1_700_000_000
const PRICES = new Map([[null, { usd: 3_000, decimals: 18 }]])
const act = (more: { transactions?: WalletTransaction[]; transfers?: WalletTransfer[] }) =>
  activityOf(TRADER, walletHistory({ sentCount: more.transactions?.length ?? 0, ...more }), PRICES, NOW)
const sentAt = (daysAgo: number, more: Partial<WalletTransaction> = {}): WalletTransaction => ({
  hash: `0x${Math.round(daysAgo * 10)
    .toString(16)
    .padStart(64, '0')}`,
  blockNumber: 1n,
  timestamp: NOW - daysAgo * DAY,
  from: TRADER,
  to: ROUTER,
  value: 0n,
  selector: null,
  success: true,
  ...more,
})

test('age and idleness are whole days; an unknown beginning is null', () => {
  const { ageDays, idleDays } = act({})
  assert.deepEqual([ageDays, idleDays], [729, 1])
  const unknown = activityOf(TRADER, walletHistory({ firstSeen: null, lastSeen: null }), PRICES, NOW)
  assert.deepEqual([unknown.ageDays, unknown.idleDays], [null, null])
})

test('only its own transactions end a sleep, and only lately', () => {
  assert.deepEqual(act({ transactions: [sentAt(2), sentAt(3), sentAt(400)] }).reactivated, { days: 397, sent: 2 })
  assert.equal(act({ transactions: [sentAt(100), sentAt(500)] }).reactivated, null)
  assert.equal(act({ transactions: [sentAt(2, { from: STRANGER }), sentAt(400)] }).reactivated, null)
})

test('a payment is forwarded when most of it leaves within two blocks to another account', () => {
  const forwards = (moves: WalletTransfer[]) => act({ transfers: moves }).forwards
  const arrives = (at: number) => transfer(at, { direction: 'in', counterparty: FRIEND })
  const leaves = (at: number, more = {}) => transfer(at, { counterparty: STRANGER, amount: ETHER - 1n, ...more })
  assert.deepEqual(forwards([arrives(1), leaves(2), arrives(9), leaves(11)]), {
    incoming: 2,
    forwarded: 2,
    to: [STRANGER],
  })
  assert.equal(forwards([arrives(1), leaves(4)]).forwarded, 0, 'three blocks later')
  assert.equal(forwards([arrives(1), leaves(2, { amount: ETHER / 3n })]).forwarded, 0, 'a third')
  assert.equal(forwards([arrives(1), leaves(2, { counterparty: FRIEND })]).forwarded, 0, 'sent back')
  assert.equal(forwards([arrives(1), arrives(2), leaves(2)]).forwarded, 1, 'one departure answers one arrival')
})

test('new recipients are those first paid within a week; dust is counted', () => {
  const weekAgo = (NOW - 6 * DAY - 1_640_000_000) / 12
  const dust = (to: Address) => transfer(weekAgo, { counterparty: to, amount: 1_000n })
  const { firstPaid } = act({
    transfers: [
      dust(STRANGER),
      transfer(weekAgo, { counterparty: EXCHANGE }),
      dust(FRIEND),
      transfer(10, { counterparty: FRIEND }),
    ],
  })
  assert.deepEqual(firstPaid, { parties: 2, dust: 1 })
})

test('tokens taken by allowance with nothing in return are pulls; sales, gifts and other people’s calls are not', () => {
  const hash: Hex = `0x${'7'.repeat(64)}`
  const pull = sentAt(1, { hash, to: USDC, selector: '0x23b872dd' })
  const taken = transfer(5, {
    hash,
    direction: 'in',
    assetType: 'erc20',
    token: USDC,
    counterparty: STRANGER,
    amount: 9n,
  })
  assert.deepEqual(act({ transactions: [pull], transfers: [taken] }).pulled, {
    owners: [STRANGER],
    hashes: [hash],
    emptied: null,
  })
  assert.deepEqual(act({ transactions: [pull], transfers: [taken, transfer(5, { hash })] }).pulled.owners, [], 'paid')
  assert.deepEqual(act({ transactions: [{ ...pull, from: FRIEND }], transfers: [taken] }).pulled.owners, [])
  assert.deepEqual(act({ transactions: [{ ...pull, selector: '0xa9059cbb' }], transfers: [taken] }).pulled.owners, [])
  assert.deepEqual(act({ transactions: [pull], transfers: [{ ...taken, genuine: false }] }).pulled.owners, [])
})
