import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import fc from 'fast-check'
import { createWatchedSet } from './watchedSet.ts'

const address = hex(40)
const chain = fc.constantFrom<Chain | null>(...CHAINS, null)

function hex(length: number) {
  return fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => `0x${digits.join('')}`)
}

test('it has the added entries, where they were added, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(address, chain), { maxLength: 300 }),
      fc.array(address),
      fc.integer(),
      (added, others, seed) => {
        const set = createWatchedSet(seed)
        const model = new Map<string, Set<Chain>>()
        for (const [one, where] of added) {
          set.add(one, where)
          const known = model.get(one) ?? new Set()
          for (const each of where === null ? CHAINS : [where]) known.add(each)
          model.set(one, known)
        }
        for (const one of [...model.keys(), ...others])
          for (const where of CHAINS) {
            assert.equal(set.has(one, 2, where), model.get(one)?.has(where) ?? false)
            assert.equal(set.has(`0x${'0'.repeat(24)}${one.slice(2)}`, 26, where), model.get(one)?.has(where) ?? false)
          }
        for (const where of CHAINS)
          assert.equal(
            set.any(where),
            [...model.values()].some((known) => known.has(where)),
          )
        assert.equal(set.size, model.size)
      },
    ),
  )
})

test('it grows, and a million addresses take less than 20 MB', () => {
  const set = createWatchedSet(7)
  const nth = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
  for (let number = 0; number < 1_000_000; number++) set.add(nth(number), 'bsc')
  assert.equal(set.size, 1_000_000)
  for (let number = 0; number < 1_000_000; number += 997) assert.ok(set.has(nth(number), 2, 'bsc'))
  assert.ok(!set.has(nth(1_000_001), 2, 'bsc'))
  assert.ok(!set.has(nth(1), 2, 'ethereum'))
  assert.ok(set.bytes < 20_000_000, `${set.bytes}`)
})
