import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { RECOMMENDED } from '../feeds/recommended.ts'
import { parseText, sample } from './testParsing.ts'

const files = readdirSync(new URL('./samples/', import.meta.url))

for (const { id, format, options, label } of RECOMMENDED) {
  test(`${id}: its sample is read as the source says, and nothing in it is strange`, async () => {
    const file = files.find((name) => name.startsWith(`${id}.`))
    assert.ok(file, 'a sample')
    const { entries, refused } = await parseText({ format, options, label, text: sample(file) })
    assert.ok(entries.length >= 2)
    for (const entry of entries) {
      assert.equal(entry.label, label)
      assert.equal(entry.chain, entry.kind === 'address' ? (options.chain ?? null) : null)
    }
    assert.deepEqual(
      refused.filter(({ reason }) => reason !== 'other-network'),
      [],
    )
  })
}
