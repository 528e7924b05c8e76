import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FRIEND, nft, ROUTER, STRANGER, TRADER, USDC, usdc } from '../testing/sampleFacts.ts'
import type { Payee } from './shapes.ts'
import { splitPayments } from './splitPayments.ts'

const toFriend = (amount: bigint): Payee => ({ address: FRIEND, asset: USDC, tokenId: null, amount })
const split = (own: bigint, payees: Payee[], ...others: ReturnType<typeof usdc>[]) => {
  const row = usdc(TRADER, own)
  return splitPayments(row, payees, [row, ...others]).map((part) => [part.row.change, part.payees.length])
}

describe('what a bundle pays out of what it moves', () => {
  test('is taken out of a gain and out of a loss', () => {
    assert.deepEqual(split(70n, [toFriend(30n)], usdc(FRIEND, 30n)), [
      [100n, 0],
      [-30n, 1],
    ])
    assert.deepEqual(split(-130n, [toFriend(30n)], usdc(FRIEND, 30n), usdc(ROUTER, 100n)), [
      [-100n, 0],
      [-30n, 1],
    ])
  })

  test('two payments to one account count as one, and must arrive together', () => {
    assert.deepEqual(split(-100n, [toFriend(30n), toFriend(30n)], usdc(FRIEND, 60n)), [
      [-40n, 0],
      [-60n, 1],
    ])
    assert.deepEqual(split(-100n, [toFriend(30n), toFriend(30n)], usdc(FRIEND, 30n)), [[-100n, 2]])
  })

  test('is nothing that does not arrive: it would explain away a loss', () => {
    assert.deepEqual(split(-130n, [toFriend(100n)], usdc(STRANGER, 130n)), [[-130n, 1]])
  })

  test('what it explains altogether stays one', () => {
    assert.deepEqual(split(-30n, [toFriend(30n)], usdc(FRIEND, 30n)), [[-30n, 1]])
    assert.equal(splitPayments(nft(TRADER, -1n, 7n), [], []).length, 1)
  })

  test('the parts are worth as much as the whole', () => {
    const row = usdc(TRADER, 70_000_000n)
    const parts = splitPayments(row, [toFriend(30_000_000n)], [row, usdc(FRIEND, 30_000_000n)])
    assert.deepEqual(
      parts.map((part) => part.row.changeUsd),
      [100, -30],
    )
  })
})
