import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Watched } from './claimRuns.ts'
import { returnedWith } from './otherAssets.ts'

const dollars = (amount: bigint, usd: number | null): Watched => ({
  asset: `0x${'70'.repeat(20)}`,
  assetType: 'erc20',
  tokenId: null,
  amount,
  usd,
  same: [],
})

test('what comes back in other assets fills what is missing, by worth', () => {
  assert.deepEqual(returnedWith(600, [2_400n], [dollars(3_000n, 3_000)]), [3_000n])
  assert.deepEqual(returnedWith(300, [2_400n], [dollars(3_000n, 3_000)]), [2_700n])
  assert.deepEqual(returnedWith(9_000, [2_400n], [dollars(3_000n, 3_000)]), [3_000n])
})

test('nothing is filled without a price, without a gap or without a worth', () => {
  assert.deepEqual(returnedWith(600, [2_400n], [dollars(3_000n, null)]), [2_400n])
  assert.deepEqual(returnedWith(600, [3_100n], [dollars(3_000n, 3_000)]), [3_100n])
  assert.deepEqual(returnedWith(0, [2_400n], [dollars(3_000n, 3_000)]), [2_400n])
})
