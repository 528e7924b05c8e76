import type { Label } from '../facts/account.ts'

/**
 * Renders a label as evidence: category, name, source, confidence, and the date since when a list has it: `scammer: Eve
 * (drainers.csv, medium confidence, seen here since 2026-11-21)`.
 */
export function wordOf({ name, category, source, confidence, listed }: Label): string {
  const since = listed?.since ? `, seen here since ${listed.since}` : ''
  // An entry without a name repeats its category.
  const named = name === category.replace('_', ' ') ? '' : `: ${name}`
  return `${category}${named} (${source}, ${confidence} confidence${since})`
}
