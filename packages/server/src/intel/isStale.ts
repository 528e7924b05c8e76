import type { IntelSource } from './ports.ts'

/** Sanctions are law from the day they are published: a list older than this says nothing of who is clear. */
const SANCTIONS_STALE_MS = 48 * 3_600_000
/** Other lists grow old when they missed this many of their own refreshes. */
const MISSED_REFRESHES = 3

/** Too old for what it is relied on for, or never loaded. */
export function isStale(
  { label, refreshedAt, refreshMs }: Pick<IntelSource, 'label' | 'refreshedAt' | 'refreshMs'>,
  now: number,
): boolean {
  if (refreshedAt === null) return true
  return now - refreshedAt > (label === 'sanctioned' ? SANCTIONS_STALE_MS : MISSED_REFRESHES * refreshMs)
}
