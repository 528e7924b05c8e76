import type { VisitFetch } from '../../visit/requestHeaders.ts'
import { type Code, findNear } from '../code/code.ts'
import { RUNS_TEXT, unfold } from '../code/obfuscation.ts'
import type { SiteRelation } from '../html/linksOf.ts'
import { loadText } from './loadText.ts'

const MAX_FILES = 2
const LONGEST_CODE = 200_000
const FEWEST_CHARACTERS = 40
const MAX_TEXTS = 20
const FAR = 600
/** Requests with a literal address. */
const ASKED =
  /\bfetch\s?\(\s?["'`]([^"'`\s$]{1,300})["'`]|\.open\s?\(\s?["'](?:GET|POST)["']\s?,\s?["'`]([^"'`\s$]{1,300})["'`]/gi
const IS_CODE = /\bfunction\b|=>|\bdocument\b|\bwindow\b|\bawait\b/

/**
 * Loads what code asks a server for in order to run it: a text that is run is code of the page. Read as it is, as the texts of
 * its JSON, and backwards.
 */
export async function loadRemoteCode(
  codes: readonly Code[],
  relation: SiteRelation,
  fetch: VisitFetch,
  referer: string,
  signal: AbortSignal,
): Promise<Code[]> {
  const addresses = codes.flatMap(({ unfolded }) => {
    const code = unfolded.slice(0, LONGEST_CODE)
    return [...code.matchAll(ASKED)]
      .filter(({ index }) => findNear(code.slice(index, index + FAR), /^/g, [RUNS_TEXT], FAR) !== null)
      .flatMap(([, asked, opened]) => relation.resolve(asked ?? opened ?? '')?.url.href ?? [])
  })
  const loaded = await Promise.all(
    [...new Set(addresses)]
      .slice(0, MAX_FILES)
      .map(async (url) => ({ url, text: await loadText(fetch, url, referer, signal) })),
  )
  return loaded.flatMap(({ url, text }) => readings(text).map((code) => unfold(url, code)))
}

/** Texts of an answer that are code, each as it is read. */
function readings(answer: string): string[] {
  return textsOf(answer).flatMap((text) => {
    const backwards = IS_CODE.test(text) ? text : [...text].reverse().join('')
    return text.length < FEWEST_CHARACTERS ? [] : [backwards]
  })
}

function textsOf(answer: string): string[] {
  try {
    const texts: string[] = []
    JSON.parse(answer, (_, value: unknown) => {
      if (typeof value === 'string' && texts.length < MAX_TEXTS) texts.push(value)
      return value
    })
    return texts
  } catch {
    return [answer]
  }
}
