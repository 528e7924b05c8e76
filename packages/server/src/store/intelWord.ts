import type { IntelEntry } from '../sources/intel/ports.ts'

type Word = Pick<IntelEntry, 'kind' | 'value'> & { chain: string | null; label: string }

/** What an entry says of what, as one string: entries with equal words are the same entry, by whatever name. */
export function wordOf({ kind, value, chain, label }: Word): string {
  return `${label} ${thingOf({ kind, value, chain })}`
}

/** What an entry is about. */
export function thingOf({ kind, value, chain }: Omit<Word, 'label'>): string {
  return `${kind} ${chain ?? '*'} ${value}`
}
