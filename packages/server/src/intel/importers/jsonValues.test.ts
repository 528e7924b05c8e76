import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { collectEntries } from './collectEntries.ts'
import { jsonValues } from './json.ts'

function read(text: string, path: string[], cuts: readonly number[] = []): unknown[] {
  const values: unknown[] = []
  const pieces = function* () {
    let at = 0
    for (const cut of cuts) {
      yield text.slice(at, at + cut)
      at += cut
    }
    yield text.slice(at)
  }
  const collection = collectEntries({ label: 'scam', chain: null })
  jsonValues(pieces(), collection, { format: 'json-path', path, onValue: (value) => values.push(value) })
  return values
}
const cuts = fc.array(fc.nat({ max: 9 }))
const json = fc.jsonValue({ maxDepth: 4 })

test('what is read equals what JSON.parse reads, wherever the text is cut', () => {
  fc.assert(
    fc.property(fc.array(json), cuts, fc.constantFrom(0, 2), (list, at, indent) => {
      const text = JSON.stringify({ before: list, data: { items: list }, after: [list] }, null, indent)
      assert.deepEqual(read(text, ['data', 'items'], at), JSON.parse(text).data.items)
    }),
  )
})

test('what JSON.parse refuses is refused, whatever was changed in it', () => {
  fc.assert(
    fc.property(
      fc.array(json, { minLength: 1 }),
      fc.nat(),
      fc.constantFrom('', ',', ']', '}', '"', 'x', '\\'),
      (list, at, into) => {
        const text = JSON.stringify(list)
        const index = at % text.length
        const broken = text.slice(0, index) + into + text.slice(index + 1)
        let valid = true
        try {
          JSON.parse(broken)
        } catch {
          valid = false
        }
        if (valid) assert.doesNotThrow(() => read(broken, []), broken)
        else assert.throws(() => read(broken, []), { name: 'ImportError' }, broken)
      },
    ),
    { numRuns: 500 },
  )
})

test('an open text after the end is refused', () => {
  for (const broken of ['[]"]', '[1]"', '[] tru'])
    assert.throws(() => read(broken, []), { name: 'ImportError' }, broken)
})

test('sixty-four levels are read, one more is not', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  assert.equal(read(nested(64), []).length, 1)
  assert.throws(() => read(nested(65), []), /nested over 64 levels/)
})

test('a long list before the wanted one is no long value', () => {
  const text = `{"before": [${'1,'.repeat(2_100_000)}1], "after": ["a"]}`
  assert.deepEqual(read(text, ['after'], Array(100).fill(65_536)), ['a'])
})
