import type { Verdict } from '../detector.ts'
import type { Page } from '../facts/page.ts'
import type { Facts } from '../facts.ts'
import type { Hit } from '../finding.ts'
import { onPage } from './onPage.ts'

/** As `onPage`, for rules about what scripts do: where some were not read, nothing found is no answer. */
export function onCode(facts: Pick<Facts, 'visit' | 'page'>, rule: (page: Page) => Hit[]): Verdict {
  const verdict = onPage(facts, rule)
  const isPartial = (facts.page?.unread.length ?? 0) > 0
  return Array.isArray(verdict) && verdict.length === 0 && isPartial
    ? { unknown: ['what its scripts do'], decisive: false }
    : verdict
}
