import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { BlockSource } from '../ports.ts'
import { skipTo } from './followChain.ts'

const NOW = 1_790_000_000_000
/** Block n is of the second n. */
const source: Pick<BlockSource, 'headerAt'> = {
  headerAt: async (number) => ({ number, hash: '0x', parentHash: '0x', timestamp: number }),
}
const skip = (from: bigint, to: bigint, oldest: bigint) =>
  skipTo(
    source,
    { from, to, now: NOW, limits: { maxAgeMs: NOW - Number(oldest) * 1000 } },
    new AbortController().signal,
  )

it('finds the first block that is young enough', async () => {
  for (let oldest = 0n; oldest <= 40n; oldest++) {
    const expected = oldest <= 10n ? 10n : oldest > 30n ? 31n : oldest
    assert.equal(await skip(10n, 30n, oldest), expected)
  }
  assert.equal(await skip(10n, 10n, 10n), 10n)
  assert.equal(await skip(10n, 10n, 11n), 11n)
})
it('skips nothing where nothing is to be judged, or nothing is ever too old', async () => {
  assert.equal(await skip(31n, 30n, 90n), 31n)
  const limits = { maxAgeMs: Number.POSITIVE_INFINITY }
  assert.equal(await skipTo(source, { from: 1n, to: 9n, now: NOW, limits }, new AbortController().signal), 1n)
})
