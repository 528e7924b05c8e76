import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import {
  account,
  contract,
  FRIEND,
  ROUTER,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
} from '@redoubt/risk/testing/sampleFacts.ts'
import { exchange, mixer, walletHistory } from '@redoubt/risk/testing/sampleWallet.ts'
import { traceFunding } from './walletPast.ts'

/** Funders, nearest first; each funds the account before it. */
async function trace(sources: readonly (Account | null)[], over: { own?: null; fails?: Address } = {}) {
  const path = [TRADER, ...sources.map((one) => one?.address ?? null)]
  const past = (of: Address) => {
    const from = path[path.indexOf(of) + 1] ?? null
    return walletHistory({ funding: from === null ? null : { from, hash: null, blockNumber: 1n, value: 5n } })
  }
  const found = await traceFunding({
    address: TRADER,
    own: over.own === null ? null : past(TRADER),
    account: async (of) => sources.find((one) => one?.address === of) ?? account(of),
    funding: async (of) => {
      if (of === over.fails) throw new Error('no history')
      return past(of)
    },
  })
  const chain = found instanceof Incomplete ? found.value : found
  return { hops: chain.map(({ address, hop }) => [hop, address]), cut: found instanceof Incomplete }
}

test('it ends at the first known account', async () => {
  const { hops, cut } = await trace([account(FRIEND), exchange(), account(STRANGER)])
  assert.deepEqual(
    [hops, cut],
    [
      [
        [1, FRIEND],
        [2, exchange().address],
      ],
      false,
    ],
  )
  assert.deepEqual((await trace([mixer(), account(STRANGER)])).hops, [[1, mixer().address]])
})

test('it ends at a contract: its payments may come from any account', async () => {
  assert.deepEqual((await trace([contract(UNKNOWN_CONTRACT), account(STRANGER)])).hops, [[1, UNKNOWN_CONTRACT]])
})

test('it ends after three hops, whole', async () => {
  const { hops, cut } = await trace([account(FRIEND), account(STRANGER), account(ROUTER), exchange()])
  assert.deepEqual([hops.length, cut], [3, false])
})

test('accounts that funded each other are no circle to go round in', async () => {
  const { hops } = await trace([account(FRIEND), account(TRADER)])
  assert.deepEqual(hops, [[1, FRIEND]])
})

test('an unfunded account is the end, and known to be', async () => {
  assert.deepEqual(await trace([null]), { hops: [], cut: false })
})

test('what cannot be followed is cut, and what was found stays', async () => {
  assert.deepEqual(await trace([account(FRIEND), exchange()], { fails: FRIEND }), { hops: [[1, FRIEND]], cut: true })
  assert.deepEqual(await trace([account(FRIEND)], { own: null }), { hops: [], cut: true })
})
