import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DRAINER, ETHER, FRIEND, pay, TRADER, UNKNOWN_CONTRACT, USDC } from '../testing/sampleFacts.ts'
import { claim } from '../testing/testClaims.ts'
import { applyClaims, applyParts, claimOn, claimsOn, isClaimed, isWhole } from './claimed.ts'
import type { Loss, Part } from './shapes.ts'

const { transaction, decodedCall } = pay(UNKNOWN_CONTRACT, ETHER)
const PART: Part = {
  transaction,
  recipient: null,
  decodedCall,
  decodedSteps: [decodedCall],
  payees: [],
  balanceChanges: [],
  movements: { lost: [], gained: [] },
}

const loss = (more: Partial<Loss> = {}): Loss => ({
  account: TRADER,
  assetType: 'native',
  address: null,
  tokenId: null,
  symbol: 'ETH',
  decimals: 18,
  amount: ETHER,
  before: 10n * ETHER,
  usd: 3_000,
  how: 'paid',
  takers: [UNKNOWN_CONTRACT],
  returned: 'nothing',
  ...more,
})
const applied = (one: Loss, ...claims: ReturnType<typeof claim>[]) =>
  applyClaims({ lost: [one], gained: [] }, claims).lost[0]

test('what one contract pays back is no return of what leaves to another', () => {
  assert.equal(applied(loss(), claim())?.returned, 'value')
  const besides = loss({ takers: [DRAINER], amount: ETHER / 2n, how: 'sent' })
  assert.equal(claimOn([claim()], besides), null)
  assert.equal(applied(besides, claim())?.returned, 'nothing')
})

test('a deposit that another account can withdraw is a payment to that account', () => {
  const made = claim({ beneficiary: FRIEND })
  const { how, takers, through, returned } = applied(loss(), made) ?? assert.fail()
  assert.deepEqual([how, takers, through, returned], ['sent', [FRIEND], [UNKNOWN_CONTRACT], 'nothing'])
  assert.equal(applied(loss(), claim({ beneficiary: FRIEND, returned: 0n }))?.how, 'paid')
})

test('a claim that pays back goes before one that pays nothing', () => {
  const none = claim({ returned: 0n, exit: null })
  assert.equal(claimOn([none, claim()], loss())?.returned, ETHER)
  assert.equal(claimOn([none], loss())?.returned, 0n)
})

test('a claim smaller than the loss is no return of it', () => {
  assert.equal(applied(loss({ amount: 2n * ETHER }), claim())?.returned, 'nothing')
})

test('what one call brings and another spends counts as the return in the call that brought it', () => {
  const part = (one: Loss): Part => ({ ...PART, movements: { lost: [one], gained: [] } })
  const whole = (one: Loss, ...parts: Part[]) => applyParts({ lost: [one], gained: [] }, parts).lost[0]?.returned
  assert.equal(whole(loss(), part(loss({ returned: 'value' }))), 'value')
  assert.equal(whole(loss(), part(loss({ returned: 'unpriced' }))), 'unpriced')
  const halves = [part(loss({ returned: 'value', amount: ETHER / 2n })), part(loss({ amount: ETHER / 2n }))]
  assert.equal(whole(loss(), ...halves), 'nothing')
})

test('half is no return, and a tenth less is not all of it', () => {
  const paid = (percent: bigint) => claim({ returned: (ETHER * percent) / 100n })
  assert.deepEqual(
    [49n, 50n, 51n].map((percent) => isClaimed(paid(percent))),
    [false, false, true],
  )
  assert.deepEqual(
    [89n, 90n, 91n].map((percent) => isWhole(paid(percent))),
    [false, false, true],
  )
})

test('what a contract keeps for the payer in place of what left is a return, by its price', () => {
  const kept = (priced: boolean, more: Parameters<typeof claim>[0] = {}) =>
    claim({ asset: USDC, owed: { symbol: 'LP', decimals: 18, usd: 800, pays: { assets: [null], priced } }, ...more })
  assert.equal(applied(loss(), kept(true))?.returned, 'value')
  assert.equal(applied(loss(), kept(false))?.returned, 'unpriced')
  assert.equal(applied(loss(), kept(true, { returned: 0n }))?.returned, 'nothing')
  assert.equal(applied(loss(), kept(true, { openToOthers: true }))?.returned, 'nothing')
  // The contract that keeps the receipt can redeem it.
  const redeems = claim({ beneficiary: DRAINER })
  assert.equal(applied(loss(), redeems, kept(false, { takers: [DRAINER] }))?.returned, 'value')
  assert.equal(applied(loss(), redeems, kept(false, { takers: [FRIEND] }))?.returned, 'unpriced')
  assert.equal(applied(loss({ address: USDC, assetType: 'erc20' }), kept(true))?.returned, 'nothing')
})

test('a debt for a payment is no return of it, and a pair of its own', () => {
  const owed = claim({ owed: { symbol: 'TEAS', decimals: 18, usd: 800 } })
  assert.equal(claimOn([owed], loss()), null)
  assert.deepEqual(applyClaims({ lost: [loss()], gained: [] }, [owed]).lost, [loss()])
  const pairs = claimsOn([loss()], [claim({}), owed])
  assert.deepEqual(
    pairs.map(({ loss: { symbol, usd }, isOwed }) => [symbol, usd, isOwed]),
    [
      ['ETH', 3_000, false],
      ['TEAS', 800, true],
    ],
  )
})
