import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { searchBlocks } from './archiveHistory.ts'

describe('the block from which on something holds', () => {
  const block = fc.bigInt({ min: 0n, max: 30_000_000n })

  it('is found, whatever the chain', async () => {
    const property = fc.asyncProperty(block, block, async (one, other) => {
      const [since, until] = one < other ? [one, other] : [other, one]
      const found = await searchBlocks(async (at) => at >= since, { until })
      assert.deepEqual(found, { block: since, notAfter: since })
    })
    await fc.assert(property)
  })

  it('is found in seven round trips of fifteen looks', async () => {
    let looks = 0
    const look = async (at: bigint) => {
      looks++
      return at >= 12_345_678n
    }
    await searchBlocks(look, { until: 23_000_000n })
    assert.ok(looks <= 7 * 15, `${looks}`)
  })

  it('is not guessed where its state is lost', async () => {
    const property = fc.asyncProperty(block, block, block, async (...three) => {
      const [since, kept, until] = three.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)) as [bigint, bigint, bigint]
      if (since === kept) return
      const found = await searchBlocks(async (at) => (at < kept ? null : at >= since), { until })
      assert.equal(found.block, null)
      assert.equal(found.notAfter, kept)
    })
    await fc.assert(property)
  })

  it('is found beside lost state that is older', async () => {
    const found = await searchBlocks(async (at) => (at < 500n ? null : at >= 700n), { until: 1_000n })
    assert.deepEqual(found, { block: 700n, notAfter: 700n })
  })
})
