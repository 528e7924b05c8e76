import { setImmediate } from 'node:timers/promises'
import type { IntelEntry } from '../../intel/ports.ts'
import { isStorableKey, storableText } from '../givenRows.ts'
import { createSpreadMap, type SpreadMap } from './spreadMap.ts'

type Word = { kind: string; value: string; chain: string | null; label: string }

/** The entries of a new list, to be looked up by what they say of what. */
export type WantedEntries = {
  /** How many are left. */
  size(): number
  /** The entry with the same key and label as the row, under any name. */
  like(row: Word): IntelEntry | undefined
  /** Takes that one out. */
  take(row: Word): void
  left(): Iterable<IntelEntry>
}

/** Entries read between two breaths of the event loop. */
const BREATH = 5000

/** The entries that can be kept; the first of those that say the same of the same thing. */
export async function wantedEntries(entries: readonly IntelEntry[]): Promise<WantedEntries> {
  // By value within what is said: a list of a million hosts says one thing, and needs no million strings besides its own.
  const groups = new Map<string, SpreadMap<IntelEntry>>()
  const groupOf = (word: Word) => groups.get(groupName(word))
  for (const [index, entry] of entries.entries()) {
    if (index % BREATH === BREATH - 1) await setImmediate()
    const { value } = entry
    if (!isStorableKey(value)) continue
    let group = groupOf(entry)
    if (!group) {
      group = createSpreadMap()
      groups.set(groupName(entry), group)
    }
    if (group.has(value)) continue
    const name = storableText(entry.name)
    group.set(value, name === entry.name ? entry : { ...entry, name })
  }
  return {
    size: () => [...groups.values()].reduce((size, group) => size + group.size, 0),
    like: (row) => groupOf(row)?.get(row.value),
    take: (row) => groupOf(row)?.delete(row.value),
    *left() {
      for (const group of groups.values()) yield* group.values()
    },
  }
}

function groupName({ kind, chain, label }: Word): string {
  return `${kind} ${chain} ${label}`
}
