import type { Label } from '../facts/account.ts'

/**
 * A label as evidence: what it says, of whom, who says so, how far that may be trusted, and since when a list has it:
 * `scammer: Eve (drainers.csv, medium confidence, seen here since 2026-11-21)`.
 */
export function wordOf({ name, category, source, confidence, listed }: Label): string {
  const since = listed?.since ? `, seen here since ${listed.since}` : ''
  // An entry without a name is called what it is.
  const named = name === category.replace('_', ' ') ? '' : `: ${name}`
  return `${category}${named} (${source}, ${confidence} confidence${since})`
}
