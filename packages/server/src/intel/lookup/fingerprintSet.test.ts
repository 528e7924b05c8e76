import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EntryKey } from '../ports.ts'
import { buildFingerprintSet, type FingerprintSet, fingerprint } from './fingerprintSet.ts'
import { fingerprintsOf } from './fingerprintsOf.ts'

const host = (value: string): EntryKey => ({ kind: 'host', value })

test('holds what is in any of its lists, once, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uniqueArray(fc.domain())), fc.domain(), async (lists, other) => {
      const set = await buildFingerprintSet(lists.map((hosts) => fingerprintsOf(hosts.map(host))))
      const all = new Set(lists.flat())
      assert.equal(set.size, all.size)
      for (const value of all) assert.ok(has(set, host(value)), value)
      assert.equal(has(set, host(other)), all.has(other))
    }),
  )
})

test('a hundred thousand in at most 23 bytes each, all found; of as many strangers none', async () => {
  const listed = Array.from({ length: 100_000 }, (_, index) => host(`listed-${index}.com`))
  const set = await buildFingerprintSet([fingerprintsOf(listed)])
  assert.equal(set.size, 100_000)
  assert.ok(set.bytes <= 23 * 100_000, `${set.bytes} bytes`)
  assert.ok(listed.every((key) => has(set, key)))
  assert.equal(listed.filter(({ value }) => has(set, host(`not${value}`))).length, 0)
})

test('knows which kinds it holds', async () => {
  const set = await buildFingerprintSet([fingerprintsOf([host('evil.com'), { kind: 'hash', value: 'a'.repeat(64) }])])
  assert.deepEqual(
    (['address', 'host', 'url', 'hash'] as const).map((kind) => set.holds(kind)),
    [false, true, false, true],
  )
})

test('building lets other work go on', async () => {
  const blob = fingerprintsOf(Array.from({ length: 100_000 }, (_, index) => host(`${index}.com`)))
  let rounds = 0
  // Turns of the loop, not milliseconds: a fast machine needs hardly one.
  const count = () => {
    rounds++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await buildFingerprintSet([blob])
  clearImmediate(next)
  assert.ok(rounds >= 1)
})

test('a blob that is cut off is refused; one of zeros holds nothing', async () => {
  await assert.rejects(buildFingerprintSet([new Uint8Array(12)]), RangeError)
  assert.equal((await buildFingerprintSet([new Uint8Array(16)])).size, 0)
})

function has(set: FingerprintSet, { kind, value }: EntryKey): boolean {
  const words = new Uint32Array(2)
  fingerprint(kind, value, words)
  return set.has(words)
}
