import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { change, DRAINER, ETHER, FRIEND, nft, STRANGER, TRADER, usdc } from '@redoubt/risk/testing/sampleFacts.ts'
import { rankCounterparties } from './rankCounterparties.ts'

const crowd = (count: number): Address[] =>
  Array.from({ length: count }, (_, at): Address => `0x${at.toString(16).padStart(40, '0')}`)

test('a crowd that gets dust does not hide who gets the money', () => {
  const rows = [
    usdc(TRADER, -1_000_000n),
    ...crowd(200).map((one) => usdc(one, 1n)),
    ...crowd(200).map((one) => change(one, 5n * ETHER)),
    usdc(DRAINER, 999_800n),
  ]
  const ranked = rankCounterparties(rows, [TRADER])
  assert.equal(ranked[0], DRAINER)
  assert.equal(ranked.length, 201)
})

test('who takes the one item comes before who takes a part of the money', () => {
  const rows = [usdc(TRADER, -10n), nft(TRADER, -1n, 7n), usdc(FRIEND, 5n), usdc(STRANGER, 5n), nft(DRAINER, 1n, 7n)]
  assert.deepEqual(
    rankCounterparties(rows, [TRADER]),
    [DRAINER, FRIEND, STRANGER].sort((a, b) => (a === DRAINER ? -1 : b === DRAINER ? 1 : a < b ? -1 : 1)),
  )
})

test('each account once, the sender never, the losers last', () => {
  const rows = [usdc(TRADER, -5n), usdc(STRANGER, -5n), change(STRANGER, -1n), usdc(FRIEND, 10n), change(FRIEND, 1n)]
  assert.deepEqual(rankCounterparties(rows, [TRADER]), [FRIEND, STRANGER])
})
