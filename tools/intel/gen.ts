import { writeFileSync } from 'node:fs'
import { describe } from './describe.ts'
import { encode } from './encode.ts'
import { CATEGORIES, CONFIDENCES, type Facts, type Source } from './facts.ts'
import { type Merged, merge } from './merge.ts'
import { nameParameters } from './nameParameters.ts'
import published from './published.json' with { type: 'json' }
import { readJson } from './read.ts'
import { SOURCES } from './sources/index.ts'

// Writes the data pack and docs/intel-sources.md. The same packages give the same bytes.

const target = new URL('../../packages/server/src/intel/pack/pack.generated.ndjson', import.meta.url)

// Written by hand in tools/intel/sources/byHand.ts, last looked through on this day.
const HAND = { version: '2026-11-21', license: 'Apache-2.0' }

const harvests: { source: Source; facts: Partial<Facts> }[] = []
for (const source of SOURCES) harvests.push({ source, facts: await source.extract() })
const merged = merge(harvests)
merged.clearSigning = merged.clearSigning.map(nameParameters)

const KINDS: readonly (keyof Merged)[] = [
  'labels',
  'tokens',
  'feeds',
  'factories',
  'signatures',
  'clearSigning',
  'clearMessages',
  'domains',
]
const sources = SOURCES.map(({ package: name, takes }, index) => {
  const { version, license } = name === '' ? HAND : readJson(`${name}/package.json`)
  const date = name === '' ? HAND.version : (published as Record<string, string>)[`${name}@${version}`]
  if (date === undefined) throw new Error(`published.json lacks the date of ${name}@${version}: npm view ${name} time`)
  const counts = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      (merged[kind] as { source: number }[]).filter(({ source }) => source === index).length,
    ]).filter(([, count]) => count !== 0),
  )
  return { package: name === '' ? 'redoubt' : name, version, licence: license, published: date, takes, counts }
})

const sections = encode(merged).map(({ name, count, content }) => ({
  name,
  count,
  line: `${JSON.stringify(content)}\n`,
}))
const dates = sources.map((source) => source.published).sort()
const manifest = {
  format: 1,
  date: dates.at(-1),
  oldest: dates[0],
  categories: CATEGORIES,
  confidences: CONFIDENCES,
  sources,
  sections: sections.map(({ name, count, line }) => ({ name, count, bytes: Buffer.byteLength(line) })),
}
const text = `${JSON.stringify(manifest)}\n${sections.map(({ line }) => line).join('')}`
writeFileSync(target, text)
writeFileSync(new URL('../../docs/intel-sources.md', import.meta.url), describe(manifest, Buffer.byteLength(text)))
for (const { name, count, line } of sections) console.log(`${name}: ${count} (${line.length} bytes)`)
console.log(`${Buffer.byteLength(text)} bytes`)
