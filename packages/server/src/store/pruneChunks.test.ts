import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextChunk, pruneInChunks } from './pruneChunks.ts'

describe('rows deleted in chunks', () => {
  it('leave the event loop a turn after each chunk', async () => {
    let left = 10_000
    const seen: string[] = []
    const turn = () => {
      seen.push('turn')
      if (left > 0) setImmediate(turn)
    }
    setImmediate(turn)
    const total = await pruneInChunks('sqlite', async (limit) => {
      seen.push('chunk')
      const gone = Math.min(limit, left)
      left -= gone
      return gone
    })
    assert.equal(total, 10_000)
    const chunks = seen.filter((what) => what === 'chunk').length
    assert.ok(chunks > 2, String(chunks))
    for (let at = 1; at < seen.length; at++) assert.notDeepEqual([seen[at - 1], seen[at]], ['chunk', 'chunk'])
  })

  for (const dialect of ['sqlite', 'postgres'] as const)
    it(`stop when the process does: ${dialect}`, async () => {
      const stop = new AbortController()
      let chunks = 0
      const total = await pruneInChunks(
        dialect,
        async (limit) => {
          if (++chunks === 3) stop.abort()
          return limit
        },
        { signal: stop.signal },
      )
      assert.equal(chunks, 3)
      assert.ok(total > 0)
      assert.equal(await pruneInChunks(dialect, async () => assert.fail('begun'), { signal: stop.signal }), 0)
    })

  it('are as many as fit the time that the last ones took', () => {
    assert.equal(nextChunk(100, 10), 100)
    assert.equal(nextChunk(100, 40), 25)
    assert.equal(nextChunk(100, 1), 200, 'no more than twice as many')
    assert.equal(nextChunk(2_000, 1), 2_000)
    assert.equal(nextChunk(3, 500), 1)
  })
})
