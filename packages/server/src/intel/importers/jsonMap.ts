import { canonicalKey } from '../canonicalKey.ts'
import type { Collection } from './collectEntries.ts'
import type { Importer } from './importer.ts'
import { jsonValues } from './jsonValues.ts'
import { member } from './member.ts'

const NAMES = ['name', 'nameTag', 'name_tag', 'title', 'entity']
const WORDS = ['labels', 'label', 'categories', 'category', 'tags', 'type']
const VALUES = ['address', 'url', 'domain', 'host', 'value']

/**
 * An object whose keys are the values: `{"0x…": "Name"}`, `{"0x…": {"name": "…", "labels": ["exchange"]}}` (label maps made
 * from explorers), `{"0x…": ["exchange"]}`; or the other way round: `{"Name": "0x…"}`, `{"exchange": ["0x…", …]}`.
 */
export const jsonMap: Importer = (text, into, { format }) =>
  jsonValues(text, into, {
    format,
    path: [],
    onValue: (value, key) => {
      if (typeof key === 'number') return into.refuse('malformed', value)
      if (canonicalKey(key) !== null) return into.add(key, saidBy(value))
      if (Array.isArray(value)) return addCategory(into, key, value)
      if (typeof value === 'string') return into.add(value, { name: key })
      into.refuse('not-an-entry', key)
    },
  })

function saidBy(value: unknown): { name?: unknown; words?: unknown } {
  if (typeof value === 'string') return { name: value }
  if (Array.isArray(value)) return { words: value }
  return { name: member(value, ...NAMES), words: member(value, ...WORDS) }
}

function addCategory(into: Collection, words: string, values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === 'object' && value !== null) {
      into.add(member(value, ...VALUES), { name: member(value, ...NAMES), words })
    } else into.add(value, { words })
  }
}
