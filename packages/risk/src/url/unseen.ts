import type { Page } from '../facts/page.ts'
import type { Visit } from '../facts/visit.ts'

/**
 * Reason why a visit did not show what people see. `withheld`: the site shows it to others, or only its beginning was read;
 * `failed`: it answers with an error, or leads where a browser cannot follow.
 */
export type Unseen = 'not-reached' | 'withheld' | 'failed'

/** Answers that withhold the page from us and may show it to others (RFC 9110; 451 is RFC 7725). */
const WITHHELD: readonly number[] = [401, 402, 403, 407, 429, 451]

/** Returns null when the page was seen. An answer without HTML counts as seen, unless it is an error. */
export function unseen(visit: Visit, page: Page | null): Unseen | null {
  if (!visit.reached) return 'not-reached'
  const status = visit.status ?? 200
  if (WITHHELD.includes(status) || visit.challenge !== null || visit.endless) return 'withheld'
  if (status >= 300) return 'failed'
  return page !== null && visit.truncated ? 'withheld' : null
}
