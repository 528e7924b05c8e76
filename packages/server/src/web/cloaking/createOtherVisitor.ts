import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { secretsOf } from '@redoubt/risk/url/pageEvidence.ts'
import { mergePages } from '@redoubt/risk/url/withRenderedPage.ts'
import type { PageReader } from '../page/createPageReader.ts'
import { createVisitor, type Visitor } from '../visit/createVisitor.ts'
import { OTHER_LANGUAGES, type Visited, type VisitFetch } from '../visit/requestHeaders.ts'
import { alike, shingles } from './createCloakingCheck.ts'

export type OtherVisitorOptions = {
  fetch: VisitFetch
  /** @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  read: PageReader
  /** For the second visit, in milliseconds. Default 1,500: the page does not wait for it. */
  deadlineMs?: number
}

/**
 * Reads a page as several people see it: the second comes from a search, on a phone and in other languages; where neither is asked for anything
 * worth stealing, three more sit at a desk in other countries. What only they are shown counts as the page too; wallet code on a page of the
 * same title and text is that page for phones. A further visit that fails says nothing.
 */
export function createOtherVisitor({ fetch, parse, read, deadlineMs = 1_500 }: OtherVisitorOptions): PageReader {
  const others = { fetch, parse, deadlineMs, cookies: false }
  const visitFromSearch = createVisitor({ ...others, agent: 'phone' })
  const visitsAbroad = OTHER_LANGUAGES.map((languages) => createVisitor({ ...others, languages }))
  return async (visited, signal) => {
    const isVisited = isWorthwhile(visited)
    const visit = async (visitor: Visitor) => {
      const other = await visitor(visited.visit.final, signal).catch(() => null)
      return other !== null && isSamePlace(visited, other) && other.html !== visited.html ? other : null
    }
    const [page, fromSearch] = await Promise.all([read(visited, signal), isVisited ? visit(visitFromSearch) : null])
    signal.throwIfAborted()
    if (page === null || !isVisited) return page
    const seen = fromSearch === null ? page : withOther(page, await read(fromSearch, signal))
    if (asksForSomething(seen)) return seen
    const abroad = await Promise.all(visitsAbroad.map(visit))
    signal.throwIfAborted()
    let whole = seen
    const known = new Set([visited.html, fromSearch?.html])
    for (const other of abroad) {
      if (other === null || known.has(other.html)) continue
      known.add(other.html)
      whole = withOther(whole, await read(other, signal))
    }
    return whole
  }
}

function withOther(page: Page, shown: Page | null): Page {
  if (shown === null) return page
  const onlyOthers = [
    ...page.onlyOthers,
    ...(secretsOf(shown).length > 0 && secretsOf(page).length === 0 ? (['secrets'] as const) : []),
    ...(shown.walletCalls.length > 0 &&
    page.walletCalls.length === 0 &&
    (shown.title !== page.title || !alike(shingles(page.text), shingles(shown.text), 1))
      ? (['wallet-code'] as const)
      : []),
  ]
  return { ...mergePages(page, shown), text: page.text, links: page.links, onlyOthers }
}

function asksForSomething(page: Page): boolean {
  return secretsOf(page).length > 0 || page.walletCalls.length > 0
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
