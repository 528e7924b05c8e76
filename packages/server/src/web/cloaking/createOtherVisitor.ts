import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { secretsOf } from '@redoubt/risk/url/pageEvidence.ts'
import { mergePages } from '@redoubt/risk/url/withRenderedPage.ts'
import type { PageReader } from '../page/createPageReader.ts'
import { createVisitor } from '../visit/createVisitor.ts'
import type { Visited, VisitFetch } from '../visit/requestHeaders.ts'

export type OtherVisitorOptions = {
  fetch: VisitFetch
  /** @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  read: PageReader
  /** For the second visit, in milliseconds. Default 1,500: the page does not wait for it. */
  deadlineMs?: number
}

/**
 * Reads a page as two people see it: the second comes from a search, on a phone and in other languages. What only the second is shown counts
 * as the page too. A second visit that fails says nothing.
 */
export function createOtherVisitor({ fetch, parse, read, deadlineMs = 1_500 }: OtherVisitorOptions): PageReader {
  const visitAsOther = createVisitor({ fetch, parse, deadlineMs, agent: 'phone', cookies: false })
  return async (visited, signal) => {
    const [page, other] = await Promise.all([
      read(visited, signal),
      isWorthwhile(visited) ? visitAsOther(visited.visit.final, signal).catch(() => null) : null,
    ])
    signal.throwIfAborted()
    if (page === null || other === null || !isSamePlace(visited, other) || other.html === visited.html) return page
    const shown = await read(other, signal)
    if (shown === null) return page
    const onlyOthers = [
      ...(secretsOf(shown).length > 0 && secretsOf(page).length === 0 ? (['secrets'] as const) : []),
      ...(shown.walletCalls.length > 0 && page.walletCalls.length === 0 ? (['wallet-code'] as const) : []),
    ]
    return { ...mergePages(page, shown), text: page.text, links: page.links, onlyOthers }
  }
}

function isWorthwhile({ visit, html }: Visited): boolean {
  return html !== null && visit.reached && (visit.status ?? 200) < 400 && !visit.truncated
}

/** Phones are often led to a page for phones of the same site; another site is another page. */
function isSamePlace({ visit }: Visited, other: Visited): boolean {
  const { final } = other.visit
  return (
    other.html !== null &&
    other.visit.status === visit.status &&
    (final.site ?? final.host) === (visit.final.site ?? visit.final.host)
  )
}
