import type { EntryKey } from '../ports.ts'
import { parentStart } from './parentStart.ts'

/**
 * Keys under which a host may be listed or judged: itself, then its parents, nearest first.
 * @param host canonical, see `EntryKey`.
 */
export function hostKeys(host: string): EntryKey[] {
  const keys: EntryKey[] = []
  for (let start = 0; start >= 0; start = parentStart(host, start))
    keys.push({ kind: 'host', value: host.slice(start) })
  return keys
}
