import { writeFileSync } from 'node:fs'
import { encode } from './encode.ts'
import { CATEGORIES, CONFIDENCES } from './facts.ts'
import { type Merged, merge } from './merge.ts'
import published from './published.json' with { type: 'json' }
import { readJson } from './read.ts'
import { SOURCES } from './sources/index.ts'

// Writes the data pack and docs/intel-sources.md. The same packages give the same bytes.

const target = new URL('../../packages/server/src/sources/intel/pack/pack.generated.ndjson', import.meta.url)

const harvests = []
for (const source of SOURCES) harvests.push({ source, facts: await source.extract() })
const merged = merge(harvests)

const KINDS: readonly (keyof Merged)[] = [
  'labels',
  'tokens',
  'feeds',
  'factories',
  'signatures',
  'clearSigning',
  'domains',
]
const sources = SOURCES.map(({ package: name, takes }, index) => {
  const { version, license } = readJson(`${name}/package.json`)
  const date = (published as Record<string, string>)[`${name}@${version}`]
  if (date === undefined) throw new Error(`published.json lacks the date of ${name}@${version}: npm view ${name} time`)
  const counts = Object.fromEntries(
    KINDS.map((kind) => [kind, merged[kind].filter(({ source }) => source === index).length]).filter(
      ([, count]) => count !== 0,
    ),
  )
  return { package: name, version, licence: license, published: date, takes, counts }
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
for (const { name, count, line } of sections) console.log(`${name}: ${count} (${line.length} bytes)`)
console.log(`${text.length} bytes`)
