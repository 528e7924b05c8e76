import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { createStateCache } from './stateCache.ts'

const code = (fill: string, bytes: number): Hex => `0x${fill.repeat(bytes)}`

describe('createStateCache', () => {
  it('forgets the least recently used entries first and stays below its bound', () => {
    const cache = createStateCache(2_000)
    for (let i = 0; i < 100; i++) {
      cache.set(`key${i}`, '0x01')
      cache.get('key0')
    }
    assert.ok(cache.stats().bytes <= 2_000)
    assert.equal(cache.get('key0'), '0x01')
    assert.equal(cache.get('key1'), undefined)
    assert.equal(cache.get('key99'), '0x01')
  })
  it('keeps equal code once and frees it with its last key', () => {
    const cache = createStateCache(1_000_000)
    cache.set('a', code('60', 10_000))
    const once = cache.stats().bytes
    cache.set('b', code('60', 10_000))
    assert.ok(cache.stats().bytes - once < 300)
    cache.set('a', '0x')
    cache.set('b', '0x')
    assert.ok(cache.stats().bytes < 1_000)
    assert.equal(cache.get('b'), '0x')
  })
  it('keeps a single entry larger than its bound', () => {
    const cache = createStateCache(100)
    cache.set('a', code('60', 1_000))
    assert.equal(cache.get('a')?.length, 2_002)
  })
})
