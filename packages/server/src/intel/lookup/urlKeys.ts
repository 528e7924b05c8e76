import type { EntryKey } from '../ports.ts'

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
