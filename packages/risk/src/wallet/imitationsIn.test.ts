import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import { SCAM, USDC } from '../testing/sampleFacts.ts'
import { transfer } from '../testing/sampleWallet.ts'
import { imitatedBy, poisoningsIn } from './imitations.ts'

const KNOWN: Address = '0x3c1f2d787eccfee5a5d5d78edf7c8005a1ae6a5a'
const LIKE: Address = '0x3c1fb9aee45002a0c8e334dea0c7f604bed36a5a'
const PRICES = new Map([[USDC, { usd: 1, decimals: 6 }]])
const dollars = { assetType: 'erc20', token: USDC, amount: 1_200_000_000n } as const
const rent = transfer(10, { ...dollars, counterparty: KNOWN })
const nothing = transfer(20, { ...dollars, counterparty: LIKE, amount: 0n })

test('a transfer of nothing, dust and a counterfeit are bait', () => {
  const dust = transfer(21, { ...dollars, counterparty: LIKE, amount: 10_000n, direction: 'in' })
  const forged = transfer(22, { ...dollars, counterparty: LIKE, token: SCAM, genuine: false })
  const [found] = imitatedBy(LIKE, { transfers: [rent, nothing, dust, forged] }, PRICES)
  assert.deepEqual([found?.similarTo, found?.prefix, found?.suffix], [KNOWN, 4, 4])
  assert.deepEqual(
    found?.bait.map(({ kind }) => kind),
    ['zero-value', 'dust', 'counterfeit'],
  )
  assert.deepEqual(
    poisoningsIn({ transfers: [rent, nothing] }, PRICES).map(({ address, similarTo }) => [address, similarTo]),
    [[LIKE, KNOWN]],
  )
})

test('an address that was never there imitates without bait, and poisons nothing', () => {
  const [found] = imitatedBy(LIKE, { transfers: [rent] }, PRICES)
  assert.deepEqual(found?.bait, [])
  assert.deepEqual(poisoningsIn({ transfers: [rent] }, PRICES), [])
})

test('the older one is the original, and never imitates the younger', () => {
  const late = transfer(30, { ...dollars, counterparty: LIKE })
  assert.deepEqual(imitatedBy(KNOWN, { transfers: [rent, nothing, late] }, PRICES), [])
  assert.deepEqual(poisoningsIn({ transfers: [rent, late] }, PRICES), [], 'chance: both were paid')
})

test('worthless transfers make no counterparty: a poisoner is no original', () => {
  const other: Address = '0x3c1fffffffffffffffffffffffffffffffff6a5a'
  assert.deepEqual(imitatedBy(other, { transfers: [nothing] }, PRICES), [])
})

test('what a poisoner writes into a history first, or in the same block, does not make it the older one', () => {
  const early = transfer(5, { ...dollars, counterparty: LIKE, amount: 0n })
  const forged = transfer(6, { ...dollars, counterparty: LIKE, token: SCAM, genuine: false })
  const unasked = transfer(7, { ...dollars, counterparty: LIKE, amount: 5_000_000n, direction: 'in' })
  const beside = transfer(10, { ...dollars, counterparty: LIKE, amount: 0n })
  for (const planted of [early, forged, beside]) {
    const transfers = [rent, planted, unasked]
    assert.deepEqual(
      poisoningsIn({ transfers }, PRICES).map(({ address, similarTo }) => [address, similarTo]),
      [[LIKE, KNOWN]],
    )
    assert.deepEqual(imitatedBy(KNOWN, { transfers }, PRICES), [], 'the real one is no look-alike')
  }
})

test('an account that only paid the owner is known by a large payment, and never before an account that the owner paid', () => {
  const income = (amount: bigint) => transfer(5, { ...dollars, counterparty: LIKE, amount, direction: 'in' })
  const planted = transfer(20, { ...dollars, counterparty: KNOWN, amount: 0n })
  assert.deepEqual(imitatedBy(KNOWN, { transfers: [income(5_000_000n), planted] }, PRICES), [])
  assert.equal(imitatedBy(KNOWN, { transfers: [income(500_000_000n), planted] }, PRICES)[0]?.similarTo, LIKE)
  const transfers = [income(500_000_000n), rent]
  assert.deepEqual(imitatedBy(KNOWN, { transfers }, PRICES), [])
  assert.equal(imitatedBy(LIKE, { transfers }, PRICES)[0]?.similarTo, KNOWN)
})
