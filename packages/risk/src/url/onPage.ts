import type { Verdict } from '../detector.ts'
import type { Page } from '../facts/page.ts'
import type { Facts } from '../facts.ts'
import type { Hit } from '../finding.ts'
import { unseen } from './unseen.ts'

/**
 * Judges a page as far as there is one. Nothing answered: unknown. What answered is no HTML: the question does not arise. An error
 * page, a robot check, or a page that was cut off, can accuse and cannot clear: visitors may be shown something else, or more.
 */
export function onPage({ visit, page }: Pick<Facts, 'visit' | 'page'>, rule: (page: Page) => Hit[]): Verdict {
  if (!visit.reached) return UNKNOWN
  if (page === null) return 'not-applicable'
  const hits = rule(page)
  if (hits.length > 0) return hits
  return unseen(visit, page) === null ? [] : UNKNOWN
}

/** Whether that decides the verdict is one rule's business (`page-not-read`), not everybody's. */
const UNKNOWN = { unknown: ['what its page shows'], decisive: false } as const
