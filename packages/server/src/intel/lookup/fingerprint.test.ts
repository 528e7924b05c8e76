import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EntryKey } from '../ports.ts'
import { fingerprint } from './fingerprintSet.ts'

const PINNED: readonly [kind: EntryKey['kind'], value: string, fingerprint: string][] = [
  ['address', `0x${'0'.repeat(40)}`, '01e73b78f6cbdecd'],
  ['address', '0xdac17f958d2ee523a2206206994597c13d831ec7', '102ba6355f9a2f03'],
  ['host', 'evil.com', '5f88d7b69e5192b7'],
  ['host', 'notevil.com', '74639a31bcb66998'],
  ['url', 'sites.google.com/view/x', 'bd88865e5ae02a96'],
  ['hash', 'a'.repeat(64), 'd56bb1b950633b26'],
  ['host', '', '5e8740679360d7cc'],
]

test('values are pinned: fingerprints are stored, and a new version must read the old ones', () => {
  for (const [kind, value, expected] of PINNED) assert.equal(hex(kind, value), expected, `${kind} ${value}`)
})

test('a range of a longer text has the fingerprint of that text alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, text, after) => {
      const words = new Uint32Array(2)
      fingerprint('host', before + text + after, words, before.length, before.length + text.length)
      assert.equal(written(words), hex('host', text))
    }),
  )
})

test('the same text of another kind is another key, and the top two bits tell the kind', () => {
  const kinds = ['address', 'host', 'url', 'hash'] as const
  assert.deepEqual(
    kinds.map((kind) => Number.parseInt(hex(kind, 'x').slice(0, 1), 16) >> 2),
    [0, 1, 2, 3],
  )
})

const FAMILIES: Readonly<Record<string, (index: number) => EntryKey>> = {
  'numbered hosts': (index) => ({ kind: 'host', value: `login${index}.example.com` }),
  'short hosts': (index) => ({ kind: 'host', value: `${index.toString(36)}.net` }),
  'addresses that differ in the last digits': (index) => ({
    kind: 'address',
    value: `0x${index.toString(16).padStart(40, '0')}`,
  }),
  'addresses that differ in the first digits': (index) => ({
    kind: 'address',
    value: `0x${index.toString(16).padStart(5, '0').padEnd(40, '0')}`,
  }),
}
test('a million similar keys: no collision, and each word collides no more than by chance', () => {
  const words = new Uint32Array(2)
  const lows = new Set<number>()
  const highs = new Set<number>()
  const pairs = new Float64Array(1_000_000)
  const families = Object.values(FAMILIES)
  for (let index = 0; index < pairs.length; index++) {
    const { kind, value } = (families[index % families.length] as (typeof families)[number])(index)
    fingerprint(kind, value, words)
    const [high = 0, low = 0] = words
    highs.add(high)
    lows.add(low)
    // 53 of the 64 bits: chance alone makes one collision in 18,000 such tests.
    pairs[index] = (high & 0x1fffff) * 2 ** 32 + low
  }
  pairs.sort()
  assert.equal(
    pairs.findIndex((pair, index) => pair === pairs[index + 1]),
    -1,
  )
  // Expected n²/2^33 = 116 of the low word, and 233 of the high one, whose top bits tell only two kinds here.
  assert.ok(lows.size > 1_000_000 - 200, `${1_000_000 - lows.size} in the low word`)
  assert.ok(highs.size > 1_000_000 - 350, `${1_000_000 - highs.size} in the high word`)
})

function hex(kind: EntryKey['kind'], text: string): string {
  const words = new Uint32Array(2)
  fingerprint(kind, text, words)
  return written(words)
}

function written(words: Uint32Array): string {
  return [...words].map((word) => word.toString(16).padStart(8, '0')).join('')
}
