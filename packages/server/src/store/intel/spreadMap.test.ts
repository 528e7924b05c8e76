import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSpreadMap, partOf } from './spreadMap.ts'

test('it does what a Map does', () => {
  const key = fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'a.example', 'x'.repeat(5000), '\ud800')
  const step = fc.record({ key, value: fc.nat(), deletes: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const spread = createSpreadMap<number>()
      const plain = new Map<string, number>()
      for (const { key, value, deletes } of steps) {
        if (deletes) assert.equal(spread.delete(key), plain.delete(key))
        else {
          spread.set(key, value)
          plain.set(key, value)
        }
        assert.deepEqual([spread.has(key), spread.get(key), spread.size], [plain.has(key), plain.get(key), plain.size])
      }
      assert.deepEqual([...spread.values()].sort(), [...plain.values()].sort())
    }),
  )
})

const FAMILIES: Record<string, (index: number) => string> = {
  'that count up': (index) => `login-${index}.example`,
  'with the same middle and ends': (index) => `${String(index).padStart(9, '0')}aaaaaaaaaaaa.example`,
  'that differ in the highest bits alone': (index) =>
    String.fromCharCode(...Array.from({ length: 16 }, (_, bit) => ((index >> bit) & 1) << 15)),
  'of two letters': (index) => index.toString(2).padStart(16, '0'),
  'that are addresses': (index) => `address null 0x5eb0d1${index.toString(16).padStart(34, '0')}`,
}
for (const [name, keyOf] of Object.entries(FAMILIES))
  test(`keys ${name} are spread: none of the small maps gets many of them`, () => {
    const counts = new Uint32Array(256)
    for (let index = 0; index < 60_000; index++) counts[partOf(keyOf(index))] = (counts[partOf(keyOf(index))] ?? 0) + 1
    // 234 on average. Factors are drawn anew in each process, some of them unlucky; one Map would have all of them.
    assert.ok(Math.max(...counts) < 6_000, `${Math.max(...counts)} of 60,000`)
  })
