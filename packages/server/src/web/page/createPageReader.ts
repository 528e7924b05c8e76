import type { CodeMark, Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { nextTurn } from '../visit/nextTurn.ts'
import type { Visited } from '../visit/visited.ts'
import type { VisitFetch } from '../visit/visitFetch.ts'
import { channelsIn } from './code/channels.ts'
import { clipboardIn } from './code/clipboard.ts'
import type { Code } from './code/code.ts'
import { drainerMarksIn } from './code/drainerMarks.ts'
import { obfuscationIn } from './code/obfuscation.ts'
import { unfold } from './code/unfold.ts'
import { walletCallsIn } from './code/walletCalls.ts'
import { borrowedFrom } from './html/borrowedFrom.ts'
import { createBrandNames } from './html/brandNames.ts'
import { brandsNamed } from './html/brandsNamed.ts'
import { formsOf } from './html/formsOf.ts'
import { framesOf } from './html/framesOf.ts'
import { linksOf } from './html/linksOf.ts'
import { scanHtml } from './html/scanHtml.ts'
import { siteRelation } from './html/siteRelation.ts'
import { loadFavicon } from './load/loadFavicon.ts'
import { loadFrames } from './load/loadFrames.ts'
import { loadScripts } from './load/loadScripts.ts'
import { mergeDocuments } from './mergeDocuments.ts'
import type { PageBrand } from './pageBrand.ts'
import { luresIn } from './words/lures.ts'
import { secretsAsked } from './words/secretsAsked.ts'
import { secretsInCode } from './words/secretsInCode.ts'
import { speaksOfWallets } from './words/speaksOfWallets.ts'
import { tellsToRun } from './words/tellsToRun.ts'

export type PageReaderOptions = {
  fetch: VisitFetch
  /** @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  brands: readonly PageBrand[]
  /** Whether linked scripts and the icon are fetched. Default true. */
  linked?: boolean
}
/** Reads what a visit brought. Null where that is no HTML. */
export type PageReader = (visited: Visited, signal: AbortSignal) => Promise<Page | null>

const MAX_MARKS = 30

/** Reads a page and, bounded, its scripts and icon, without running anything. */
export function createPageReader({ fetch, parse, brands, linked = true }: PageReaderOptions): PageReader {
  const names = createBrandNames(brands)
  return async ({ visit, html }, signal) => {
    if (html === null) return null
    const { final } = visit
    const outline = await scanHtml(html, signal)
    const relation = siteRelation(final, outline.base, parse)
    const [scripts, favicon, framed] = await Promise.all([
      loadScripts(outline, relation, linked ? fetch : null, final.href, signal),
      linked ? loadFavicon(outline, relation, fetch, signal) : null,
      linked ? loadFrames(outline, relation, fetch, final.href, signal) : { documents: [], unread: [] },
    ])
    const codes = await unfoldAll([...scripts.texts, ...inline(outline.handlers)], signal)
    const whole = { ...outline, documents: [...framed.documents, ...outline.documents] }
    const page = await mergeDocuments(whole, codes, signal)
    const inner = page.scripts.slice(outline.scripts.length).map(({ code }) => ({ where: 'inline', text: code }))
    codes.push(...(await unfoldAll([...inner, ...inline(page.handlers.slice(outline.handlers.length))], signal)))
    const tells = tellsToRun(page.text)
    const ofWallets = speaksOfWallets(page, codes)
    const icon = favicon && names.byIcon(favicon.sha256)
    return {
      title: cleanText(page.title, 200) || null,
      description: cleanText(page.description, 300) || null,
      language: cleanText(page.language, 20) || null,
      text: cleanText(page.text, 2_000),
      brands: brandsNamed(page, final, names, icon),
      forms: formsOf(page, relation, ofWallets),
      secretsAsked: secretsAsked(page, codes, { ofWallets, drawn: await secretsInCode(codes, ofWallets, signal) }),
      lures: luresIn([page.title, page.description, ...page.headings, page.text]),
      walletCalls: await marks(codes, walletCallsIn, signal),
      obfuscation: await marks(codes, obfuscationIn, signal),
      drainerMarks: await marks(codes, drainerMarksIn, signal),
      channels: await marks(codes, channelsIn, signal),
      clipboard: await marks(codes, (code) => clipboardIn(code, tells), signal),
      frames: framesOf(page, relation),
      scripts: scripts.scripts,
      links: linksOf(page, relation, codes),
      favicon: favicon && { ...favicon, brand: icon?.brand ?? null },
      borrowedFrom: borrowedFrom(page, relation, names),
      unread: [
        ...(visit.truncated ? ['the end of the page'] : []),
        ...page.cut.map((what) => `too much: ${what}`),
        ...scripts.unread,
        ...framed.unread,
      ].slice(0, MAX_MARKS),
    }
  }
}

/** Handlers are one code together: each is a line. */
function inline(handlers: readonly string[]): { where: string; text: string }[] {
  return handlers.length === 0 ? [] : [{ where: 'inline', text: handlers.join('\n') }]
}

async function unfoldAll(texts: readonly { where: string; text: string }[], signal: AbortSignal): Promise<Code[]> {
  const codes: Code[] = []
  for (const { where, text } of texts) {
    codes.push(unfold(where, text))
    await nextTurn(signal)
  }
  return codes
}

async function marks<Kind extends string>(
  codes: readonly Code[],
  find: (code: Code) => CodeMark<Kind>[],
  signal: AbortSignal,
): Promise<CodeMark<Kind>[]> {
  const found: CodeMark<Kind>[] = []
  for (const code of codes) {
    found.push(...find(code))
    await nextTurn(signal)
  }
  return found.slice(0, MAX_MARKS)
}
