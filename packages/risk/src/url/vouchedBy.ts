import type { Page } from '../facts/page.ts'
import type { Facts } from '../facts.ts'
import { trustOfShown } from './trustOfShown.ts'

/**
 * Whose the site is whose page is shown: the project that it is official for or, where a page is given, the brand that it presents and
 * that its domain belongs to. Null for nobody, and for a site that a list accuses, whoever it belongs to. Where strangers share a
 * domain, its owner answers for none of their pages. A good word of the operator or of a list says not whose it is: it takes points off
 * (`trusted-by-operator`) and cancels nothing that was found on the page.
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
