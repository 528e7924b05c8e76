import type { EntryKey } from '../ports.ts'
import { fingerprint } from './fingerprint.ts'
import type { FingerprintSet } from './fingerprintSet.ts'

const words = new Uint32Array(2)
const NONE: readonly EntryKey[] = []

/** Which of these keys may be listed; to be confirmed. Nothing is allocated when none is. */
export function keyHits(set: FingerprintSet, keys: readonly EntryKey[]): readonly EntryKey[] {
  let hits: EntryKey[] | undefined
  for (const key of keys) {
    if (!set.holds(key.kind)) continue
    fingerprint(key.kind, key.value, words)
    if (!set.has(words)) continue
    hits ??= []
    hits.push(key)
  }
  return hits ?? NONE
}
