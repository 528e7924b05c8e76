import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { FormatOptions, IntelEntry, ListFormat, ListLabel } from '../ports.ts'
import type { Refusal } from './collectEntries.ts'
import { parseList } from './parseList.ts'

export type ListText = { format: ListFormat; text: string | Uint8Array; options?: FormatOptions; label?: ListLabel }
/** `kind value`, then what is not the default: `@chain`, `=label`, `(name)`. */
type Shown = string

/** Parses a list given as text; twice, the second time a few bytes at a time, since nothing may depend on where a read ends. */
export async function parseText(list: ListText): Promise<{ entries: IntelEntry[]; refused: Refusal[] }> {
  const { format, text, options = {}, label = 'phishing' } = list
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const parse = async (size: number) => {
    const pieces = function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const collection = await parseList(pieces(), { format, options, label })
    return { entries: [...collection.entries()], refused: collection.refused() }
  }
  const whole = await parse(64 * 1024)
  if (bytes.length < 100_000) assert.deepEqual(await parse(7), whole, 'the same in pieces')
  return whole
}

export function sample(file: string): Buffer {
  return readFileSync(new URL(`./samples/${file}`, import.meta.url))
}

export type ImporterCase = {
  name: string
  text: string | Uint8Array
  options?: FormatOptions
  label?: ListLabel
  entries: Shown[]
  /** Reasons with counts, `not-an-entry 2`; default none. */
  refused?: string[]
}

/** One test per case: exactly these entries, those of one kind, network and label together, and exactly these refusals. */
export function testImporter(format: ListFormat, cases: readonly ImporterCase[]): void {
  for (const { name, text, options = {}, label = 'phishing', entries, refused = [] } of cases) {
    test(`${format}: ${name}`, async () => {
      const parsed = await parseText({ format, text, options, label })
      assert.deepEqual(
        parsed.entries.map((entry) => shown(entry, label)),
        entries,
      )
      assert.deepEqual(
        parsed.refused.map(({ reason, count }) => `${reason} ${count}`),
        refused,
      )
    })
  }
}

function shown({ kind, value, chain, label, name }: IntelEntry, usual: ListLabel): Shown {
  return [
    kind,
    value,
    chain === null ? '' : `@${chain}`,
    label === usual ? '' : `=${label}`,
    name === null ? '' : `(${name})`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
