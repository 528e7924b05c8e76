import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { worstOrders } from './seaport.ts'

type Order = Extract<SignedIntent, { kind: 'order' }>

const ETHER = 10n ** 18n
const SELLER: Address = `0x5e11e4${'0'.repeat(34)}`
const COLLECTION: Address = `0xc0113c${'0'.repeat(34)}`
const item = (tokenId: number, address: Address = COLLECTION): OrderAsset => ({
  assetType: 'erc721',
  address,
  tokenId: BigInt(tokenId),
  amount: 1n,
  to: null,
})
const coin = (amount: bigint, to: Address = SELLER): OrderAsset => ({
  assetType: 'native',
  address: null,
  tokenId: null,
  amount,
  to,
})
const order = (leaf: number, gives: OrderAsset[], gets: OrderAsset[]): Order => ({
  kind: 'order',
  protocol: 'Seaport 1.6',
  verifier: null,
  offerer: SELLER,
  puller: null,
  taker: null,
  start: null,
  end: null,
  bulk: 128,
  leaf,
  gives,
  gets,
})
const listings = (count: number) =>
  Array.from({ length: count }, (_, leaf) => order(leaf, [item(leaf)], [coin(ETHER + BigInt(leaf))]))
const withOne = (place: number, bad: Order) => listings(128).map((each, leaf) => (leaf === place ? bad : each))

describe('which orders of a tree are shown', () => {
  test('few are shown as they are', () => {
    const few = listings(20)
    assert.deepEqual(worstOrders(few), few)
  })

  test('of many at the same terms, the cheapest', () => {
    const shown = worstOrders(listings(128))
    assert.equal(shown.length, 24)
    assert.equal(shown[0]?.leaf, 0)
    assert.ok(shown.every(({ notShown }) => notShown === undefined))
  })

  for (const [name, bad] of Object.entries({
    'an item for nothing': order(100, [item(100)], []),
    'an item for one unit': order(100, [item(100)], [coin(1n)]),
    'an item whose price goes to another account': order(100, [item(100)], [coin(ETHER, `0x${'9'.repeat(40)}`)]),
    'another asset': order(100, [item(1, `0xdea1${'0'.repeat(36)}`)], [coin(ETHER)]),
  }))
    test(`${name} at the hundredth place is among them`, () => {
      assert.ok(worstOrders(withOne(100, bad)).some(({ leaf }) => leaf === 100))
    })

  test('one order many times over is one', () => {
    const same = Array.from({ length: 128 }, (_, leaf) => order(leaf, [item(1)], [coin(ETHER)]))
    assert.deepEqual(
      worstOrders(same).map(({ leaf }) => leaf),
      [0],
    )
  })

  test('a free order comes first', () => {
    assert.equal(worstOrders(withOne(100, order(100, [item(100)], [])))[0]?.leaf, 100)
  })

  test('a cheap order does not hide a dear one of the same assets', () => {
    const dollars = (amount: bigint) =>
      ({ ...coin(amount), assetType: 'erc20', address: COLLECTION, to: null }) as const
    const small = Array.from({ length: 126 }, (_, leaf) => order(leaf, [dollars(1n)], [coin(1_000n)]))
    const many = [...small, order(126, [dollars(24_000n)], [coin(10n ** 15n)])]
    assert.ok(worstOrders(many).some(({ leaf }) => leaf === 126))
  })

  test('more kinds than can be looked at are counted', () => {
    const kinds = Array.from({ length: 100 }, (_, leaf) =>
      order(leaf, [item(1, `0x${leaf.toString(16).padStart(40, '0')}`)], [coin(ETHER)]),
    )
    const shown = worstOrders(kinds)
    assert.equal(shown.length, 64)
    assert.ok(shown.every(({ notShown }) => notShown === 36))
  })
})
