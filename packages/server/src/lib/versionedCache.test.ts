import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createVersionedCache } from './versionedCache.ts'

function world() {
  const database = { version: 1 as number | null, value: 'first' as string | null }
  let reads = 0
  const cached = createVersionedCache<string>(() => database.version)
  const versionedCache = async (key: string, read: () => Promise<string | null>) => cached([key], read)[0]
  const read = async () => {
    reads++
    return database.value
  }
  const commit = (value: string | null) => {
    database.value = value
    if (database.version !== null) database.version++
  }
  return { database, commit, versionedCache, read, ask: (key = 'a') => versionedCache(key, read), reads: () => reads }
}

describe('createVersionedCache', () => {
  test('reads once while nothing is committed', async () => {
    const { ask, reads } = world()
    assert.deepEqual([await ask(), await ask()], ['first', 'first'])
    assert.equal(reads(), 1)
    await ask('b')
    assert.equal(reads(), 2)
  })

  test('asks for the version once for all that is read cached', async () => {
    let asked = 0
    const cached = createVersionedCache<string>(() => ++asked)
    assert.deepEqual(await Promise.all(cached(['a', 'b', 'a'], async (key) => key)), ['a', 'b', 'a'])
    assert.equal(asked, 1)
  })

  test('reads again after a commit', async () => {
    const { ask, commit } = world()
    await ask()
    commit('second')
    assert.equal(await ask(), 'second')
  })

  test('does not keep what is not there', async () => {
    const { ask, database } = world()
    database.value = null
    assert.equal(await ask(), null)
    database.value = 'made without a commit that was seen'
    assert.equal(await ask(), database.value)
  })

  test('keeps nothing while the version cannot be told', async () => {
    const { ask, reads, database } = world()
    database.version = null
    await ask()
    await ask()
    assert.equal(reads(), 2)
  })

  test('a value read before a commit is not given after it', async () => {
    const { ask, versionedCache, commit } = world()
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = versionedCache('a', () => promise)
    commit('second')
    await ask('b')
    resolve('first')
    assert.equal(await slow, 'first')
    assert.equal(await ask(), 'second')
  })

  test('forgets all rather than grow without bound', async () => {
    const { ask, reads } = world()
    for (let index = 0; index <= 10_000; index++) await ask(`key ${index}`)
    const before = reads()
    await ask('key 10000')
    assert.equal(reads(), before)
    await ask('key 0')
    assert.equal(reads(), before + 1)
  })
})
