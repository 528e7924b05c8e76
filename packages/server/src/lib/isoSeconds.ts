/** Seconds that a date can be from 1970 (ECMA-262, time values). */
const LAST_SECOND = 8.64e12

/**
 * ISO 8601 of Unix seconds. Null where there are none, and for what no date can say: a deadline that never comes is written as the largest integer.
 * @example isoSeconds(0) // '1970-01-01T00:00:00.000Z'
 */
export function isoSeconds(seconds: number | bigint | null | undefined): string | null {
  if (seconds == null) return null
  const known = Number(seconds)
  return Math.abs(known) <= LAST_SECOND ? new Date(known * 1_000).toISOString() : null
}
