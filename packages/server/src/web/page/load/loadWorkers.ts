import type { VisitFetch } from '../../visit/requestHeaders.ts'
import type { Code } from '../code/code.ts'
import { unfold } from '../code/obfuscation.ts'
import type { SiteRelation } from '../html/linksOf.ts'
import { loadText } from './loadText.ts'

const MAX_WORKERS = 2
const LONGEST_CODE = 200_000
/** Starts of workers, with their address where that is a literal. */
const STARTS =
  /(?:\bserviceWorker\s?\.\s?register|\bnew\s{1,3}(?:Shared)?Worker)\s?\(\s?(?:new\s{1,3}URL\s?\(\s?)?(?:["'`]([^"'`\s$]{1,300})["'`])?/g
/** A worker that loads more code, or answers with what is put together when it runs. */
const IMPORTS = /\bimportScripts\s?\(/
const ANSWERS = /\brespondWith\b/
const MADE_ANSWER = /\bnew\s{1,3}Response\s?\(\s?(?!["'`)]|null\b|undefined\b)/

/** Code of the workers that a page starts. `areRead`: all of them, to what they answer. */
type LoadedWorkers = { codes: Code[]; areRead: boolean }

/** Loads the workers that code starts: what they answer and send is the page's doing. */
export async function loadWorkers(
  codes: readonly Code[],
  relation: SiteRelation,
  fetch: VisitFetch,
  referer: string,
  signal: AbortSignal,
): Promise<LoadedWorkers> {
  const started = codes.flatMap(({ unfolded }) => [...unfolded.slice(0, LONGEST_CODE).matchAll(STARTS)])
  const addresses = new Set(started.flatMap(([, address]) => (address && relation.resolve(address)?.url.href) || []))
  const isNamed = started.every(([, address]) => address !== undefined) && addresses.size <= MAX_WORKERS
  const loaded = await Promise.all(
    [...addresses]
      .slice(0, MAX_WORKERS)
      .map(async (url) => ({ url, text: await loadText(fetch, url, referer, signal) })),
  )
  const workers = loaded.flatMap(({ url, text }) => (text === '' ? [] : [unfold(url, text)]))
  const isWhole = workers.length === Math.min(addresses.size, MAX_WORKERS)
  return { codes: workers, areRead: isNamed && isWhole && workers.every(({ unfolded }) => isPlain(unfolded)) }
}

function isPlain(code: string): boolean {
  return !IMPORTS.test(code) && !(ANSWERS.test(code) && MADE_ANSWER.test(code))
}
