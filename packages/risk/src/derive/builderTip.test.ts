import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILDER, change, ETHER, FRIEND, TRADER, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { withoutBuilderTip } from './builderTip.ts'

const TIP = ETHER / 1_000n
const told = { builder: BUILDER, principals: [TRADER], payees: [] }
const changesOf = (rows: ReturnType<typeof withoutBuilderTip>) => rows.map(({ account, change: of }) => [account, of])

test('a small payment to the builder of the block is left out, as the network fee is', () => {
  const tip = [change(TRADER, -TIP), change(BUILDER, TIP)]
  assert.deepEqual(withoutBuilderTip(tip, told), [])
  const paid = [change(TRADER, -ETHER - TIP, { before: 10n * ETHER }), change(FRIEND, ETHER), change(BUILDER, TIP)]
  assert.deepEqual(changesOf(withoutBuilderTip(paid, told)), [
    [TRADER, -ETHER],
    [FRIEND, ETHER],
  ])
  const sold = [change(TRADER, ETHER - TIP), change(UNKNOWN_CONTRACT, -ETHER), change(BUILDER, TIP)]
  assert.deepEqual(changesOf(withoutBuilderTip(sold, told))[0], [TRADER, ETHER])
})

test('a large payment, most of the coins, and a named receiver stay payments', () => {
  const large = [change(TRADER, -ETHER, { before: 1_000n * ETHER }), change(BUILDER, ETHER)]
  const most = [change(TRADER, -TIP, { before: 2n * TIP }), change(BUILDER, TIP)]
  const unread = [change(TRADER, -TIP, { before: null }), change(BUILDER, TIP)]
  for (const rows of [large, most, unread]) assert.equal(withoutBuilderTip(rows, told), rows)
  const named = [change(TRADER, -TIP), change(BUILDER, TIP)]
  const payees = [{ address: BUILDER, asset: null, tokenId: null, amount: TIP }]
  assert.equal(withoutBuilderTip(named, { ...told, payees }), named)
  assert.equal(withoutBuilderTip(named, { ...told, builder: FRIEND }), named)
})
