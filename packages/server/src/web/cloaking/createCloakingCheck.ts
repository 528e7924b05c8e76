import { EgressError, type EgressFailure } from '@redoubt/egress/egressError.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Cloaking } from '@redoubt/risk/facts/visit.ts'
import { createPageReader } from '../page/createPageReader.ts'
import { scanHtml } from '../page/html/scanHtml.ts'
import { createVisitor } from '../visit/createVisitor.ts'
import type { Visited } from '../visit/visited.ts'
import type { VisitFetch } from '../visit/visitFetch.ts'
import { compareVisits, type Shown } from './compareVisits.ts'

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
