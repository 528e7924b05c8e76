import { isStale } from '../../../composition/intelligence.ts'
import type { IntelSource, NewIntelSource } from '../../../intel/ports.ts'
import { maskUrl } from '../../../maskUrl.ts'
import { isoTime } from '../../print.ts'
import { formatDuration } from './duration.ts'

/** Where a list comes from, as it may be shown: the path and query of a URL may hold a key. */
export function shownLocation({ location }: Pick<NewIntelSource, 'location'>): string {
  if (location === '') return 'unknown: the server secret it was kept under is gone'
  return location.startsWith('/') ? location : maskUrl(location)
}

/** A list for `--json`. */
export function sourceJson(source: IntelSource) {
  const { etag, lastModified, refreshMs, ...shown } = source
  return {
    ...shown,
    location: shownLocation(source),
    every: formatDuration(refreshMs),
    state: sourceState(source),
    refreshedAt: isoTime(source.refreshedAt),
    changedAt: isoTime(source.changedAt),
    nextAttemptAt: isoTime(source.nextAttemptAt),
    createdAt: isoTime(source.createdAt),
  }
}

/** In a word whether a list does its work. */
function sourceState(source: IntelSource): string {
  const { enabled, failures, generation } = source
  if (!enabled) return 'disabled'
  // Stale goes before failing: failures are shown below the table, and a stale sanctions list clears no address.
  if (generation > 0 && isStale(source, Date.now())) return 'stale'
  if (failures > 0) return 'failing'
  return generation === 0 ? 'not loaded yet' : 'ok'
}

export const SOURCE_HEADINGS = ['ID', 'TITLE', 'LABEL', 'CONFIDENCE', 'ENTRIES', 'REFRESHED', 'EVERY', 'STATE', 'FROM']

/** A list as a row under SOURCE_HEADINGS. */
export function sourceRow(source: IntelSource): string[] {
  return [
    source.id,
    source.title,
    source.label,
    source.confidence,
    String(source.entryCount),
    isoTime(source.refreshedAt) ?? 'never',
    formatDuration(source.refreshMs),
    sourceState(source),
    shownLocation(source),
  ]
}
