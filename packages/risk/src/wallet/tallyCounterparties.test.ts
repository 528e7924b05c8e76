import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FRIEND, ROUTER, SCAM, STRANGER, TRADER, USDC } from '../testing/sampleFacts.ts'
import { transfer, walletHistory } from '../testing/sampleWallet.ts'
import { tallyCounterparties } from './activity.ts'

const PRICES = new Map([
  [null, { usd: 3_000, decimals: 18 }],
  [USDC, { usd: 1, decimals: 6 }],
])
const dollars = (at: number, amount: bigint, more: Parameters<typeof transfer>[1] = {}) =>
  transfer(at, { assetType: 'erc20', token: USDC, amount: amount * 10n ** 6n, ...more })

test('payments are summed by party and direction, the most valuable first', () => {
  const tally = tallyCounterparties(
    TRADER,
    walletHistory({
      transfers: [
        dollars(1, 50n),
        dollars(2, 70n, { direction: 'in' }),
        transfer(3, { counterparty: STRANGER, direction: 'in' }),
        dollars(4, 5n),
      ],
    }),
    PRICES,
  )
  assert.deepEqual(
    tally.map(({ address, sent, received, sentUsd, receivedUsd }) => [address, sent, received, sentUsd, receivedUsd]),
    [
      [STRANGER, 0, 1, null, 3_000],
      [FRIEND, 2, 1, 55, 70],
    ],
  )
  const [, friend] = tally
  assert.deepEqual([friend?.firstSeen, friend?.lastSeen], [1_640_000_012, 1_640_000_048])
})

test('publicly writable entries of a history make no counterparty', () => {
  const planted = [
    dollars(1, 0n, { counterparty: STRANGER }),
    transfer(2, {
      counterparty: STRANGER,
      assetType: 'erc20',
      token: SCAM,
      genuine: false,
      amount: 9n,
      direction: 'in',
    }),
  ]
  assert.deepEqual(tallyCounterparties(TRADER, walletHistory({ transfers: planted }), PRICES), [])
})

test('calls count apart, and what has no price has no value', () => {
  const call = { hash: transfer(9).hash, blockNumber: 9n, timestamp: null, selector: null, success: true }
  const [router, friend] = tallyCounterparties(
    TRADER,
    walletHistory({
      transactions: [
        { ...call, from: TRADER, to: ROUTER, value: 0n },
        { ...call, from: TRADER, to: ROUTER, value: 0n },
        { ...call, from: TRADER, to: FRIEND, value: 5n },
        { ...call, from: STRANGER, to: TRADER, value: 0n },
      ],
      transfers: [transfer(1)],
    }),
    new Map(),
  )
  assert.deepEqual([router?.address, router?.calls, router?.sentUsd], [ROUTER, 2, null])
  assert.deepEqual([friend?.address, friend?.calls, friend?.sent, friend?.sentUsd], [FRIEND, 0, 1, null])
})
