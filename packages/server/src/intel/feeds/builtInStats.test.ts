import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInStats } from './builtInStats.ts'

test('built-in facts are counted by origin, kind and network, with every source and its age', () => {
  const { pack, seed, counts } = builtInStats()
  const count = (from: string, kind: string, chain: string | null) =>
    counts.find((one) => one.from === from && one.kind === kind && one.chain === chain)?.count ?? 0
  for (const chain of ['ethereum', 'bsc', 'polygon']) {
    assert.ok(count('pack', 'labels', chain) > 50, chain)
    assert.ok(count('pack', 'tokens', chain) > 1000, chain)
    assert.ok(count('seed', 'exchange', chain) > 10, chain)
    assert.ok(count('seed', 'tokens', chain) > 5, chain)
  }
  assert.ok(count('pack', 'factories', null) > 10)
  assert.equal(new Set(counts.map(({ from, kind, chain }) => `${from} ${kind} ${chain}`)).size, counts.length)
  assert.ok(pack.oldest <= pack.newest)
  for (const source of pack.sources)
    assert.match(`${source.package} ${source.licence} ${source.published}`, /^\S+ .+ \d{4}-\d\d-\d\d$/)
  assert.match(seed.asOf, /^\d{4}-\d\d-\d\d$/)
  assert.ok(seed.sources.length > 20)
})
