import { hash } from 'node:crypto'
import type { EntryKey } from '../ports.ts'
import { isSharedHost } from '../sharedHosts.ts'
import { type FingerprintSet, fingerprint } from './fingerprintSet.ts'

/** No name on the internet is longer (RFC 1035, 2.3.4); what stands further left in a host is not looked at. */
const LONGEST_HOST = 253

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

/** Path segments after which only the whole path is looked for. Lists rarely have more than three. */
const MAX_SEGMENTS = 16

/**
 * Keys under which a URL may be listed or judged by its path: all of it, then each path above it, longest first. A path
 * listed with more than 16 segments covers itself and nothing below it. None when there is no path: then the host says all.
 * @param url canonical host and path, see `EntryKey`.
 */
export function urlKeys(url: string): EntryKey[] {
  const ends: number[] = []
  let end = url.indexOf('/')
  if (end < 0) return []
  while (end >= 0 && ends.length < MAX_SEGMENTS) {
    end = url.indexOf('/', end + 1)
    if (end >= 0) ends.push(end)
  }
  return [url.length, ...ends.reverse()].map((stop) => ({ kind: 'url', value: url.slice(0, stop) }))
}

/**
 * Index at which the next parent of the host that starts at `at` begins, or -1. A single label such as `com` is no parent.
 * Other public suffixes and shared domains are not looked for here, because no list can hold them: importers drop them.
 */
function parentStart(host: string, at: number): number {
  const dot = host.indexOf('.', Math.max(at, host.length - LONGEST_HOST - 1))
  return dot < 0 || host.indexOf('.', dot + 1) < 0 ? -1 : dot + 1
}

/**
 * Keys under which a host may be in a list of hashes: SHA-256 of itself and of each parent, a few microseconds each. Not
 * of hosts that strangers share: what a hash stands for cannot be seen when it is imported.
 */
export function hashKeys(host: string): EntryKey[] {
  return hostKeys(host)
    .filter(({ value }) => !isSharedHost(value))
    .map(({ value }) => ({ kind: 'hash', value: hash('sha256', value) }))
}

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
