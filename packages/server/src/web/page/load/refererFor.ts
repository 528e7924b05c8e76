/**
 * The `Referer` that a browser sends with a request of a page (Referrer Policy, `strict-origin-when-cross-origin`): all of the address
 * to its own origin, the origin alone to others, nothing from https to http. An address may hold a token.
 */
export function refererFor(to: URL, page: URL): string | null {
  if (page.protocol === 'https:' && to.protocol !== 'https:') return null
  if (to.origin !== page.origin) return `${page.origin}/`
  return `${page.origin}${page.pathname}${page.search}`
}
