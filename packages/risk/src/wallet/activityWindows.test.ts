import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '../address.ts'
import type { WalletHistory, WalletTransaction, WalletTransfer } from '../facts/walletHistory.ts'
import { activityWindows } from './activity.ts'

const WALLET: Address = `0x${'aa'.repeat(20)}`
const OTHER: Address = `0x${'bb'.repeat(20)}`
const DOLLAR: Address = `0x${'d0'.repeat(20)}`
const NOW = 1_800_000_000
const DAY = 86_400
const hash = (at: number): Hex => `0x${at.toString(16).padStart(64, '0')}`
/** Made so many days before now; block numbers follow the time. */
const sent = (days: number, changes: Partial<WalletTransaction> = {}): WalletTransaction => ({
  hash: hash(1_000 - days * 10),
  blockNumber: BigInt(1_000 - Math.round(days * 10)),
  from: WALLET,
  to: OTHER,
  timestamp: NOW - days * DAY,
  value: 0n,
  selector: null,
  success: true,
  ...changes,
})
const moved = (
  days: number,
  direction: 'in' | 'out',
  amount: bigint,
  token: Address | null = DOLLAR,
): WalletTransfer => ({
  hash: hash(1_000 - days * 10),
  blockNumber: BigInt(1_000 - Math.round(days * 10)),
  timestamp: NOW - days * DAY,
  direction,
  counterparty: OTHER,
  assetType: token === null ? 'native' : 'erc20',
  token,
  tokenId: null,
  amount,
  genuine: true,
})
const history = (changes: Partial<WalletHistory>): WalletHistory => ({
  source: 'etherscan',
  complete: { transactions: true, transfers: true, firstSeen: true, funding: true },
  cut: [],
  sentCount: 0,
  firstSeen: null,
  lastSeen: null,
  funding: null,
  transactions: [],
  transfers: [],
  ...changes,
})
const PRICES = new Map([
  [DOLLAR, { usd: 1, decimals: 6 }],
  [null, { usd: 2_000, decimals: 18 }],
])
const windowsOf = (known: WalletHistory | null, isContract = false) => {
  const { last24h, last7d, last30d, avgTransactionSize } = activityWindows(known, {
    wallet: WALLET,
    isContract,
    now: NOW,
    prices: PRICES,
  })
  return [last24h, last7d, last30d, avgTransactionSize]
}

describe('activity', () => {
  const busy = [0.5, 3, 6, 20, 29, 31, 200].map((days) => sent(days))

  test('counts what the wallet sent within each window', () => {
    assert.deepEqual(windowsOf(history({ transactions: busy })), [1, 3, 5, null])
  })
  test('payments by others are not the wallet’s activity', () => {
    assert.deepEqual(windowsOf(history({ transactions: [...busy, sent(0.1, { from: OTHER })] })).slice(0, 3), [1, 3, 5])
  })
  test('a transaction exactly as old as the window is out of it', () => {
    assert.deepEqual(windowsOf(history({ transactions: [sent(1), sent(7), sent(30)] })).slice(0, 3), [0, 1, 2])
  })
  test('a contract’s activity is what moved or called it, each transaction once', () => {
    const calls = [sent(0.5, { from: OTHER, to: WALLET })]
    const transfers = [moved(0.5, 'out', 5n), moved(2, 'in', 5n), moved(2, 'out', 5n)]
    assert.deepEqual(windowsOf(history({ transactions: calls, transfers }), true).slice(0, 3), [1, 2, 2])
  })
  test('an empty whole history is silence; no history is unknown', () => {
    assert.deepEqual(windowsOf(history({})), [0, 0, 0, null])
    assert.deepEqual(windowsOf(null), [null, null, null, null])
  })

  const cut = { transactions: false, transfers: false, firstSeen: true, funding: true }
  test('a list that was cut counts as far back as it goes', () => {
    const transactions = [0.5, 3, 10].map((days) => sent(days))
    assert.deepEqual(windowsOf(history({ transactions, complete: cut })).slice(0, 3), [1, 2, null])
  })
  test('what an archive or logs found by chance is no list', () => {
    for (const source of ['archive', 'head'] as const)
      assert.deepEqual(windowsOf(history({ transactions: busy, complete: cut, source })).slice(0, 3), [
        null,
        null,
        null,
      ])
  })
  test('without times nothing can be counted', () => {
    assert.deepEqual(windowsOf(history({ transactions: [sent(0.5, { timestamp: null })] })).slice(0, 3), [
      null,
      null,
      null,
    ])
  })
})

describe('average size', () => {
  const sizeOf = (transfers: WalletTransfer[]) => windowsOf(history({ transfers }))[3]
  const cases: Record<string, [WalletTransfer[], number | null]> = {
    'the mean of payments': [[moved(1, 'out', 100_000_000n), moved(2, 'in', 50_000_000n)], 75],
    'a swap counts once': [[moved(1, 'out', 100_000_000n), moved(1, 'in', 5n * 10n ** 16n, null)], 100],
    'what has no price does not thin it out': [[moved(1, 'out', 100_000_000n), moved(2, 'in', 1n, OTHER)], 100],
    'a counterfeit of millions is nothing': [
      [moved(1, 'out', 100_000_000n), { ...moved(2, 'in', 10n ** 30n), genuine: false }],
      100,
    ],
    'bait of zero is nothing': [[moved(1, 'out', 100_000_000n), moved(2, 'out', 0n)], 100],
    'nothing with a price is unknown': [[moved(2, 'in', 1n, OTHER)], null],
  }
  for (const [name, [transfers, expected]] of Object.entries(cases))
    test(name, () => assert.equal(sizeOf(transfers), expected))
})
