import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { isSameServer } from '@redoubt/risk/url/crossings.ts'
import { mergePages } from '@redoubt/risk/url/withRenderedPage.ts'
import type { Visited } from '../visit/requestHeaders.ts'
import type { PageReader } from './createPageReader.ts'
import { promisesIn } from './words/promises.ts'

/** A document as a browser held it after its scripts ran. */
type RenderedDocument = { url: string; html: string; visitor?: 'first' | 'second'; isForeign?: true }

/**
 * Reads the states of a page that a browser held, as one page. A document of another site is that site's page: what it shows, and whose
 * brand it is, says nothing of this one.
 * @param read that fetches nothing: the browser has loaded what the page wanted.
 */
export function createRenderedReader(read: PageReader, parse: (url: string) => SiteAddress) {
  return async (
    { visit }: Visited,
    documents: readonly RenderedDocument[],
    signal: AbortSignal,
  ): Promise<Page | null> => {
    let whole: Page | null = null
    const texts: string[] = []
    const asked: Page['secretsAsked'] = []
    for (const { url, html, visitor, isForeign } of documents) {
      const final = parse(url)
      const isOwn = isSameServer(final, visit.final) || (final.site !== null && final.site === visit.final.site)
      const page = isOwn ? await read({ visit: { ...visit, final, truncated: false }, html }, signal) : null
      if (page === null) continue
      // What a frame of another site asks for, the page lets it ask. Its looks and its words are its own.
      if (isForeign) {
        asked.push(...page.secretsAsked)
        continue
      }
      const isNews = visitor === 'second' && page.secretsAsked.length > 0 && whole?.secretsAsked.length === 0
      const shown: Page = isNews ? { ...page, onlyOthers: ['secrets'] } : page
      texts.push(`${page.title ?? ''}. ${page.text}`)
      whole = whole === null ? shown : mergePages(whole, shown)
    }
    if (whole === null) return null
    // What is promised in one state may be paid for in another.
    const known = new Set(whole.promises.map(({ kind }) => kind))
    const more = texts.length > 1 ? promisesIn(texts).filter(({ kind }) => !known.has(kind)) : []
    const { keepsTyped, ...own } = whole
    return {
      ...own,
      ...(keepsTyped && asked.length === 0 && { keepsTyped }),
      secretsAsked: [...whole.secretsAsked, ...asked],
      promises: [...whole.promises, ...more],
      rendered: true,
    }
  }
}
