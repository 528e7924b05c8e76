import type { Page } from '../facts/page.ts'
import type { Facts } from '../facts.ts'
import { trustOfShown } from './trustOfShown.ts'

/**
 * Returns the owner of the site whose page is shown: the project that it is official for or, where a page is given, the brand
 * that it presents and that its domain belongs to. Null when there is no known owner, and for a site that a list accuses. On a
 * domain that strangers share, its owner vouches for no page. An allow-list entry of the operator or a list names no owner: it
 * takes points off (`trusted-by-operator`) and cancels no finding on the page.
 */
export function vouchedBy(
  facts: Pick<Facts, 'site' | 'trust' | 'visit' | 'hopTrust'>,
  page?: Pick<Page, 'brands'>,
): string | null {
  const { official = null, listed = [] } = trustOfShown(facts) ?? {}
  if (listed.length > 0) return null
  const { platform, site } = facts.visit.final
  const isShared = platform !== null || site === null
  const own = page?.brands.find(({ own }) => own)?.brand ?? null
  return isShared ? null : (official ?? own)
}
