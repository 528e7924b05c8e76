import { EgressError, type EgressFailure } from '@redoubt/egress/egressError.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Cloaking } from '@redoubt/risk/facts/visit.ts'
import { createPageReader } from '../page/createPageReader.ts'
import { scanHtml } from '../page/html/scanHtml.ts'
import { createVisitor } from '../visit/createVisitor.ts'
import type { Visited, VisitFetch } from '../visit/requestHeaders.ts'

const WORD = /[\p{L}\p{N}]+/gu

const MAX_WORDS = 5_000

const TOGETHER = 3

const REFUSALS = new Set([401, 403, 406, 429, 503, 999])

/** Below this, two texts have too little in common to be versions of one page, counters and news included. */
const MIN_ALIKE = 0.2

const FEWEST_SHINGLES = 40

export type CloakingOptions = {
  fetch: VisitFetch
  /** @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  /** For the visit of the robot, in milliseconds. Default 5,000. */
  deadlineMs?: number
}
/** Compares a visit with a robot's. Null where there is nothing to compare. */
export type CloakingCheck = (visited: Visited, page: Page | null, signal: AbortSignal) => Promise<Cloaking | null>

/** How a site turns robots away; other failures say nothing about robots. */
const TURNED_AWAY: ReadonlySet<string> = new Set<EgressFailure>(['connect', 'bad-answer'])

/**
 * Visits once more as the robot of a search engine and without cookies, from the same address as before.
 * @throws EgressError when that visit fails for a reason that may have nothing to do with robots.
 */
export function createCloakingCheck({ fetch, parse, deadlineMs = 5_000 }: CloakingOptions): CloakingCheck {
  const asRobot = createVisitor({ fetch, parse, deadlineMs, agent: 'robot', cookies: false })
  const read = createPageReader({ fetch, parse, brands: [], linked: false })
  return async (visited, page, signal) => {
    const { visit } = visited
    if (!visit.reached) return null
    const robot = await asRobot(parse(visit.hops[0]?.from ?? visit.final.href), signal)
    const { failure } = robot.visit
    if (failure !== null && !TURNED_AWAY.has(failure.code))
      throw new EgressError(failure.code as EgressFailure, failure.message)
    const shown = await shownBy(visited, page, signal)
    const other = await shownBy(robot, await read(robot, signal), signal)
    const how = compareVisits(shown, other)
    return { differs: how.length > 0, how, visitor: named(shown), robot: named(other) }
  }
}

async function shownBy({ visit, html }: Visited, page: Page | null, signal: AbortSignal): Promise<Shown> {
  const text = html === null ? '' : (await scanHtml(html, signal)).text
  return { reached: visit.reached, status: visit.status, final: visit.final, page, text }
}

function named({ status, final, page }: Shown): Cloaking['visitor'] {
  return { status, url: final.href, title: page?.title ?? null }
}

/** What one visitor was shown. */
export type Shown = {
  reached: boolean
  status: number | null
  final: SiteAddress
  page: Pick<Page, 'title' | 'walletCalls' | 'scripts'> | null
  /** All visible text. */
  text: string
}

type Difference = 'status' | 'final-site' | 'title' | 'content' | 'wallet-code' | 'blocked'

/** In what a robot was shown something else than a visitor. What a robot lacks because it was turned away is one difference. */
export function compareVisits(visitor: Shown, robot: Shown): Difference[] {
  const found: Difference[] = []
  if (!robot.reached || (isGood(visitor) && REFUSALS.has(robot.status ?? 0))) found.push('blocked')
  else if (isGood(visitor) !== isGood(robot)) found.push('status')
  if (!robot.reached) return found
  if (siteOf(visitor.final) !== siteOf(robot.final)) found.push('final-site')
  if (titleOf(visitor) !== titleOf(robot)) found.push('title')
  if (!alike(shingles(visitor.text), shingles(robot.text))) found.push('content')
  if (hasMoreWalletCode(visitor.page, robot.page)) found.push('wallet-code')
  return found
}

function isGood({ status }: Shown): boolean {
  return status !== null && status >= 200 && status < 300
}

function siteOf({ site, host }: SiteAddress): string {
  return site ?? host
}

/** Without numbers: a title may count messages or show a price. */
function titleOf({ page }: Shown): string {
  return (page?.title ?? '').toLowerCase().replace(/[\d\s.,$€£%()+-]+/g, '')
}

/** Whether two texts are versions of one page. @param fewest runs of words, below which texts count as alike. */
export function alike(a: ReadonlySet<string>, b: ReadonlySet<string>, fewest = FEWEST_SHINGLES): boolean {
  if (Math.max(a.size, b.size) < fewest) return true
  const common = [...a].filter((shingle) => b.has(shingle)).length
  return common / Math.max(1, Math.min(a.size, b.size)) >= MIN_ALIKE && Math.min(a.size, b.size) > 0
}

/** Code in the page itself of a kind that the robot's page lacks, or in a linked script that the robot's page does not link. */
function hasMoreWalletCode(visitor: Shown['page'], robot: Shown['page']): boolean {
  const kinds = new Set(robot?.walletCalls.map(({ kind }) => kind))
  const linked = new Set(robot?.scripts.map(({ src }) => withoutQuery(src)))
  return (visitor?.walletCalls ?? []).some(({ kind, where }) => !kinds.has(kind) && !linked.has(withoutQuery(where)))
}

function withoutQuery(address: string | null): string {
  return (address ?? '').replace(/[?#][\s\S]*$/, '')
}

/** The runs of three words that a text is made of (Broder, "On the resemblance and containment of documents"). */
export function shingles(text: string): Set<string> {
  const words = (
    text
      .slice(0, MAX_WORDS * 8)
      .toLowerCase()
      .match(WORD) ?? []
  ).slice(0, MAX_WORDS)
  return new Set(
    Array.from({ length: Math.max(0, words.length - TOGETHER + 1) }, (_, at) =>
      words.slice(at, at + TOGETHER).join(' '),
    ),
  )
}
