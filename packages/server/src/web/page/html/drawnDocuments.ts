import type { Code } from '../code/code.ts'
import type { Outline } from './outline.ts'
import { scanHtml } from './scanHtml.ts'

/** Bundles of libraries carry HTML that the page may never show. */
const LONGEST_CODE = 120_000
const MAX_PIECES = 12
const MAX_HTML = 60_000
const FEWEST_CHARACTERS = 40
/** String literals that begin with an element, or hold one a little later. */
const LITERAL = /"((?:[^"\\\n]|\\.){40,60000})"|'((?:[^'\\\n]|\\.){40,60000})'|`((?:[^`\\]|\\.){40,60000})`/g
const ELEMENT = /<(?:main|div|section|article|form|h[1-4]|p|label|input|textarea|ul|ol|table|svg)\b[^<>]{0,400}>/i

/**
 * What a page’s own scripts write into it, as far as it stands in them as HTML: a page that is made by scripts is read without running
 * them. What is put together when they run stays unseen.
 */
export async function drawnDocuments(codes: readonly Code[], signal: AbortSignal): Promise<Outline[]> {
  const pieces = codes
    .filter(({ text }) => text.length <= LONGEST_CODE)
    .flatMap(({ unfolded }) => [...unfolded.slice(0, 2 * LONGEST_CODE).matchAll(LITERAL)])
    .map(([, double, single, template]) => opened(double ?? single ?? template ?? ''))
    .filter((html) => html.length >= FEWEST_CHARACTERS && ELEMENT.test(html))
    .slice(0, MAX_PIECES)
  const outlines: Outline[] = []
  for (const html of pieces) outlines.push(await scanHtml(html.slice(0, MAX_HTML), signal))
  return outlines
}

function opened(literal: string): string {
  return literal
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(.)/g, '$1')
}
