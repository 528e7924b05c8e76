import type { Page } from '../facts/page.ts'
import type { Visit } from '../facts/visit.ts'

/**
 * Why a visit did not show what people see. `withheld`: the site is there and shows it to others, or only its beginning was read;
 * `failed`: it answers with an error, or leads where a browser cannot follow.
 */
export type Unseen = 'not-reached' | 'withheld' | 'failed'

/** Answers that withhold the page from us and may show it to others (RFC 9110; 451 is RFC 7725). */
const WITHHELD: readonly number[] = [401, 402, 403, 407, 429, 451]

/** Null when the page was seen. What is no HTML was seen, unless an error came with it. */
export function unseen(visit: Visit, page: Page | null): Unseen | null {
  if (!visit.reached) return 'not-reached'
  const status = visit.status ?? 200
  if (WITHHELD.includes(status) || visit.challenge !== null || visit.endless) return 'withheld'
  if (status >= 300) return 'failed'
  return page !== null && visit.truncated ? 'withheld' : null
}
