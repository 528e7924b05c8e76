import type { EntryKey } from '../ports.ts'
import { fingerprint } from './fingerprint.ts'
import type { FingerprintSet } from './fingerprintSet.ts'
import { hashKeys } from './hashKeys.ts'
import { parentStart } from './parentStart.ts'

const words = new Uint32Array(2)
const NONE: readonly EntryKey[] = []

/**
 * Which of the host and its parents may be listed, plainly or by hash, nearest first; to be confirmed. Without lists of
 * hashes nothing is allocated when none is.
 * @param host canonical, see `EntryKey`.
 */
export function hostHits(set: FingerprintSet, host: string): readonly EntryKey[] {
  let hits: EntryKey[] | undefined
  if (set.holds('host'))
    for (let start = 0; start >= 0; start = parentStart(host, start)) {
      fingerprint('host', host, words, start)
      if (!set.has(words)) continue
      hits ??= []
      hits.push({ kind: 'host', value: host.slice(start) })
    }
  if (set.holds('hash'))
    for (const key of hashKeys(host)) {
      fingerprint('hash', key.value, words)
      if (!set.has(words)) continue
      hits ??= []
      hits.push(key)
    }
  return hits ?? NONE
}
