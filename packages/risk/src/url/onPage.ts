import type { Verdict } from '../detector.ts'
import type { Page } from '../facts/page.ts'
import type { Facts } from '../facts.ts'
import type { Hit } from '../finding.ts'
import { unseen } from './unseen.ts'

/**
 * Judges a page as far as it was read. No answer: unknown. An answer without HTML: not applicable. An error page, a robot check,
 * or a cut-off page can accuse and cannot clear: visitors may see something else, or more.
 */
export function onPage({ visit, page }: Pick<Facts, 'visit' | 'page'>, rule: (page: Page) => Hit[]): Verdict {
  if (!visit.reached) return UNKNOWN
  if (page === null) return 'not-applicable'
  const hits = rule(page)
  if (hits.length > 0) return hits
  return unseen(visit, page) === null ? [] : UNKNOWN
}

/** Only `page-not-read` decides the verdict by it. */
const UNKNOWN = { unknown: ['what its page shows'], decisive: false } as const
