import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChainLog } from './chainSource.ts'
import { createLogCache } from './createChainSource.ts'

const log: ChainLog = { address: '0x', topics: [], data: '0x', blockNumber: 1n, transactionHash: '0x', logIndex: 0 }

function open(maxLogs: number) {
  const cache = createLogCache(maxLogs)
  const asked: string[] = []
  const get = (key: string, count: number) =>
    cache.get(key, async () => {
      asked.push(key)
      return Array.from({ length: count }, () => log)
    })
  return { cache, asked, get }
}

describe('the log cache', () => {
  it('reads a range once, also while the first read is on its way', async () => {
    const { asked, get } = open(10)
    const both = await Promise.all([get('a', 2), get('a', 2)])
    assert.equal(both[0], both[1])
    assert.equal((await get('a', 2)).length, 2)
    assert.deepEqual(asked, ['a'])
  })

  it('forgets the least recently used answers beyond its bound', async () => {
    const { asked, get } = open(10)
    await get('a', 4)
    await get('b', 3)
    await get('a', 4)
    await get('c', 3)
    await get('a', 4)
    await get('b', 3)
    assert.deepEqual(asked, ['a', 'b', 'c', 'b'])
  })

  it('keeps no answer larger than itself', async () => {
    const { asked, get } = open(10)
    assert.equal((await get('flood', 50)).length, 50)
    await get('flood', 50)
    assert.deepEqual(asked, ['flood', 'flood'])
  })

  it('does not remember a failure', async () => {
    const { cache, get } = open(10)
    await assert.rejects(cache.get('a', () => Promise.reject(new Error('down'))))
    assert.equal((await get('a', 1)).length, 1)
  })
})
