import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { fillsOf } from './gatherMarketActs.ts'

const POOL: Address = `0x${'b0'.repeat(20)}`
const DOLLAR: Address = `0x${'d0'.repeat(20)}`
const [MEAD, LEVY]: [Address, Address] = [`0x${'e1'.repeat(20)}`, `0x${'e2'.repeat(20)}`]
const moved = (at: number, direction: 'in' | 'out', token: Address | null, amount: bigint): WalletTransfer => ({
  hash: `0x${at}`,
  blockNumber: BigInt(at),
  timestamp: at,
  direction,
  counterparty: POOL,
  assetType: token === null ? 'native' : 'erc20',
  token,
  tokenId: null,
  amount,
  genuine: true,
})
/** A coin is worth 2 per unit, unknown in block 9; a dollar 1. */
const usdOf = (asset: Address | null, { blockNumber }: { blockNumber: bigint }) =>
  asset === null ? (blockNumber === 9n ? null : 2) : asset === DOLLAR ? 1 : undefined
const fills = (transfers: WalletTransfer[], isOwn: (hash: Hex) => boolean = () => true) =>
  fillsOf(transfers, { isOwn, usdOf }).map(({ kind, token, amount, usd }) => [kind, token, amount, usd])

describe('fills', () => {
  const cases: Record<string, [WalletTransfer[], unknown[]]> = {
    'coin for a token is a purchase': [
      [moved(1, 'out', null, 50n), moved(1, 'in', MEAD, 7n)],
      [['buy', MEAD, 7n, 100]],
    ],
    'a token for dollars is a sale': [
      [moved(1, 'out', MEAD, 7n), moved(1, 'in', DOLLAR, 90n)],
      [['sell', MEAD, 7n, 90]],
    ],
    'what the router gives back is not paid': [
      [moved(1, 'out', null, 50n), moved(1, 'in', null, 10n), moved(1, 'in', MEAD, 7n)],
      [['buy', MEAD, 7n, 80]],
    ],
    'what a present is for': [[moved(1, 'in', MEAD, 7n)], [['in', MEAD, 7n, null]]],
    'a deposit leaves': [[moved(1, 'out', MEAD, 7n)], [['out', MEAD, 7n, null]]],
    'one token for another has no price': [
      [moved(1, 'out', MEAD, 7n), moved(1, 'in', LEVY, 3n)],
      [
        ['out', MEAD, 7n, null],
        ['in', LEVY, 3n, null],
      ],
    ],
    'both come for coin:: unknown for which': [
      [moved(1, 'out', null, 50n), moved(1, 'in', MEAD, 7n), moved(1, 'in', LEVY, 3n)],
      [
        ['in', MEAD, 7n, null],
        ['in', LEVY, 3n, null],
      ],
    ],
    'a purchase at an unknown price': [
      [moved(9, 'out', null, 50n), moved(9, 'in', MEAD, 7n)],
      [['buy', MEAD, 7n, null]],
    ],
    'a token that comes with money is no purchase': [
      [moved(1, 'in', null, 5n), moved(1, 'in', MEAD, 7n)],
      [['in', MEAD, 7n, null]],
    ],
    'a round trip within one transaction': [[moved(1, 'in', MEAD, 7n), moved(1, 'out', MEAD, 7n)], []],
    'coin for dollars is no trade of a token': [[moved(1, 'out', null, 5n), moved(1, 'in', DOLLAR, 10n)], []],
  }
  for (const [name, [transfers, expected]] of Object.entries(cases))
    test(name, () => assert.deepEqual(fills(transfers), expected))

  test('oldest first, whatever the order they are given in', () => {
    const sold = [moved(5, 'out', MEAD, 7n), moved(5, 'in', DOLLAR, 90n)]
    const bought = [moved(2, 'out', DOLLAR, 50n), moved(2, 'in', MEAD, 7n)]
    assert.deepEqual(fills([...sold, ...bought]), fills([...bought, ...sold]))
    assert.equal(fills([...sold, ...bought])[0]?.[0], 'buy')
  })

  test('what a stranger’s transaction shows is no trade of the wallet', () => {
    const forged = [moved(1, 'out', MEAD, 7n), moved(1, 'in', DOLLAR, 90n)]
    assert.deepEqual(
      fills(forged, () => false),
      [['out', MEAD, 7n, null]],
    )
  })
})
