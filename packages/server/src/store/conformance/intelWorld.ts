import type { IntelEntry, IntelStore, NewIntelSource } from '../../intel/ports.ts'
import type { Store } from '../openStore.ts'

let last = 0

/** Adds a list with a name of its own; answers the name. */
export async function addList(store: Store, list: Partial<NewIntelSource> & { now?: number } = {}): Promise<string> {
  const { now = 1, ...more } = list
  const source: NewIntelSource = {
    id: `list-${++last}`,
    title: 'A list',
    location: 'https://lists.example/hosts.txt?key=secret',
    format: 'lines',
    options: {},
    label: 'phishing',
    confidence: 'medium',
    licence: 'CC0-1.0',
    refreshMs: 3_600_000,
    ...more,
  }
  await store.intel.addSource(source, { actor: 'cli:ada', now })
  return source.id
}

export function host(value: string): IntelEntry {
  return { kind: 'host', value, chain: null, label: 'phishing', name: null }
}

/** `NAME-FROM.example` up to, not including, `NAME-TO.example`. */
export function hosts(name: string, from: number, to: number): IntelEntry[] {
  return Array.from({ length: to - from }, (_, index) => host(`${name}-${from + index}.example`))
}

type Import = Parameters<IntelStore['replaceEntries']>[1]

export function importList(store: Store, id: string, entries: IntelEntry[], more: Partial<Import> = {}) {
  return store.intel.replaceEntries(id, {
    entries,
    fingerprints: new Uint8Array(8 * entries.length).fill(entries.length),
    contentHash: 'hash',
    etag: '"e"',
    lastModified: null,
    force: false,
    now: 1000,
    nextAttemptAt: 2000,
    ...more,
  })
}

/** Which of these values any enabled list has now. */
export async function shown(store: Store, keys: readonly IntelEntry[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let start = 0; start < keys.length; start += 100) {
    for (const { value } of await store.intel.find(keys.slice(start, start + 100))) found.add(value)
  }
  return found
}
