import { urlDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import { type GatheredFacts, gatherFacts, type OnFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { missingDecisiveFactsOf } from '@redoubt/risk/engine/missingOf.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import { scoreOutcomes } from '@redoubt/risk/engine/score.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { breakDown } from '@redoubt/risk/report/breakDown.ts'
import { limitPriors } from '@redoubt/risk/url/brandLikeness.ts'
import { isUnregistered, weighPage } from '@redoubt/risk/url/missingOfUrl.ts'
import { withoutLists } from '@redoubt/risk/url/trustOfSite.ts'
import { withKnownMarks, withRenderedPage, withSeenTyped, withShownCodes } from '@redoubt/risk/url/withRenderedPage.ts'
import { ApiError } from '../../../errors.ts'
import { createSemaphore, type Slot } from '../../../lib/semaphore.ts'
import { createEntityCache } from '../../reports/entityCache.ts'
import { renderUrl, type UrlScanResult, type WholeUrlResult } from './renderUrl.ts'
import { reachedOf } from './unknownOfUrl.ts'
import { urlProviders } from './urlProviders.ts'
import type { UrlScanInput } from './urlScanInput.ts'
import type { UrlSources } from './urlSources.ts'

export type { UrlScanResult } from './renderUrl.ts'
export type { UrlScanInput } from './urlScanInput.ts'

/** Facts the answer shows whatever the detectors need. */
const SHOWN: readonly FactName[] = [
  'site',
  'scannedAt',
  'trust',
  'lexical',
  'likenesses',
  'dns',
  'tls',
  'registration',
  'finalTls',
  'finalRegistration',
  'visit',
  'page',
  'cloaking',
  'hopTrust',
]

/** Whose failure the absence of a fact is. */
const SOURCE_OF: Partial<Record<FactName, string>> = {
  trust: 'lists',
  hopTrust: 'lists',
  contactTrust: 'lists',
  visit: 'site',
  page: 'site',
  cloaking: 'site',
  browsing: 'browser',
  renderedPage: 'browser',
  finalTls: 'tls',
  finalRegistration: 'registration',
}

/** Sites read at once: each may take some ten megabytes. Others wait, and what the deadline leaves them is known all the same. */
const MAX_READ_AT_ONCE = 16
/** Bytes of answers kept for later callers. */
const MAX_KEPT = 32 * 1024 ** 2
/** Milliseconds during which an answer is given again: what a page shows can change at any moment. */
const FRESH_MS = 10 * 60_000
/** The same of an answer that a source which does not decide is missing from. */
const FRESH_IN_PART_MS = 2 * 60_000

/**
 * Builds POST /v1/scan/url: gather facts under one deadline, run the detectors, score, render. Never fails for what a site does
 * or does not: a site that cannot be reached is judged by its lists, its name and its age. An answer is kept for 10 minutes, for the
 * account that asked; one that lacks what decides is not kept.
 */
export function createUrlScan(
  sourcesFor: (environment: 'live' | 'test') => Promise<UrlSources>,
  now: () => number = Date.now,
) {
  const recent = createEntityCache<{ result: WholeUrlResult; at: number }>({
    maxBytes: MAX_KEPT,
    bytesOf: ({ result }) => JSON.stringify(result).length,
    madeAt: ({ at }) => at,
    // Who asks again after an outage is told what is then the case.
    freshMs: ({ result }) => (!isLasting(result) ? 0 : result.unavailable.length === 0 ? FRESH_MS : FRESH_IN_PART_MS),
    // What a site showed before is of no use.
    staleMs: () => 0,
    isComplete: ({ result }) => isLasting(result),
    now,
  })
  const slots = createSemaphore(MAX_READ_AT_ONCE)

  /** @throws ApiError VALIDATION_ERROR for what is no address of a site, and for a browser where there is none. */
  return async function scanUrl(
    input: UrlScanInput,
    {
      environment,
      accountId,
      signal,
      onFact,
    }: { environment: 'live' | 'test'; accountId: string; signal: AbortSignal; onFact?: OnFact | undefined },
  ): Promise<UrlScanResult> {
    const sources = await sourcesFor(environment)
    const site = siteOfInput(input, sources)
    if (input.browse && sources.browse === undefined) throw new ApiError('VALIDATION_ERROR', { detail: NO_BROWSER })
    const { deadlineMs, fresh } = input
    // A link may be a secret between a site and one customer, and how it was spelled is judged: no other account gets the answer.
    const key = JSON.stringify([
      environment,
      accountId,
      site.href,
      site.userinfo,
      site.oddIp,
      input.chain,
      input.browse,
    ])
    const revision = await sources.listRevision()
    const asked = { key, revision, deadlineMs, fresh, signal }
    const { value, age, kept } = await recent.share(asked, async (within, _, maxMs) => {
      const at = now()
      const slot = slots.take()
      try {
        return {
          result: await judgeUrl({ ...input, deadlineMs: maxMs }, site, visitingInTurn(sources, slot), {
            until: within,
            onFact,
          }),
          at,
        }
      } finally {
        slot.release()
      }
    })
    const { content, whois, ...rest } = value.result
    return {
      ...rest,
      ...(input.includeContent && { content }),
      ...(input.includeWhois && { whois }),
      cached: kept ? { ageSeconds: Math.floor(age / 1000) } : null,
    }
  }
}

async function judgeUrl(
  input: UrlScanInput,
  site: SiteAddress,
  sources: UrlSources,
  { until, onFact }: { until: AbortSignal; onFact: OnFact | undefined },
): Promise<WholeUrlResult> {
  const began = sources.now()
  // What only a browser shows is no gap in an answer without one.
  const detectors = urlDetectors.filter(({ needs }) => input.browse || !needs.includes('browsing'))
  const asked = await gatherFacts({
    providers: urlProviders(input, site, sources),
    needed: [
      ...SHOWN,
      ...(input.browse ? (['browsing', 'renderedPage'] as const) : []),
      ...detectors.flatMap(({ needs }) => needs),
    ],
    onFact,
    signal: AbortSignal.any([until, AbortSignal.timeout(input.deadlineMs)]),
  })
  const gathered = withRenderedFacts(asked)
  const unavailable = failedSources(gathered)
  const outcomes = weighPage(limitPriors(runDetectors(detectors, gathered), gathered.facts), gathered)
  const found = scoreOutcomes(outcomes, { failedSources: unavailable.length })
  const score = gathered.incomplete.trust === undefined ? found : withoutLists(found)
  const breakdown = breakDown(outcomes, score.riskScore)
  return renderUrl({
    input,
    site,
    gathered,
    score,
    breakdown,
    unavailable,
    intelAsOf: sources.intelAsOf(),
    now: began,
    decided: missingDecisiveFactsOf(outcomes).length === 0,
  })
}

/** Whether asking again says no more: nothing decisive is missing but what only a browser shows, which was not asked for. */
function isLasting({ complete, unknown, unavailable }: WholeUrlResult): boolean {
  return complete || (unknown.includes('browser') && !unknown.includes('reached') && unavailable.length === 0)
}

/** The page is what the server sent, and what a browser showed afterwards. */
function withRenderedFacts(gathered: GatheredFacts): GatheredFacts {
  const { page, renderedPage, browsing } = gathered.facts
  const kept = withSeenTyped(page ?? null, browsing?.typed ?? [])
  if (renderedPage === undefined || renderedPage === null)
    return kept === (page ?? null) ? gathered : { ...gathered, facts: { ...gathered.facts, page: kept } }
  const seen = withSeenTyped(withRenderedPage(page ?? null, renderedPage), browsing?.typed ?? [])
  const coded = withShownCodes(seen, browsing?.codes ?? [])
  const whole = withKnownMarks(coded, browsing?.marks ?? [], gathered.facts.visit?.final.site ?? null)
  return { ...gathered, facts: { ...gathered.facts, page: whole } }
}

/** Makes the visit wait for a free slot, since heavy work begins with it; names, lists, registries and certificates do not wait. */
function visitingInTurn({ visit, ...sources }: UrlSources, { granted }: Slot): UrlSources {
  if (visit === undefined) return sources
  return {
    ...sources,
    visit: async (site, signal) => {
      await granted
      signal.throwIfAborted()
      return visit(site, signal)
    },
  }
}

/** What the pattern of the body lets through may still be no address. */
function siteOfInput({ url }: UrlScanInput, { parse }: UrlSources): SiteAddress {
  try {
    return parse(url)
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('VALIDATION_ERROR', { detail: NO_SITE }, { cause: error })
    throw error
  }
}

const NO_SITE = 'body.url: expected an http or https URL'
const NO_BROWSER =
  'body.options.browse: no browser is configured here; leave it out, or ask the operator to set CHROMIUM_PATH'

function failedSources(gathered: GatheredFacts): string[] {
  const failed = Object.values(gathered.missing).filter(({ reason }) => reason === 'failed' || reason === 'late')
  const sources = new Set<string>(failed.map(({ root }) => SOURCE_OF[root] ?? root))
  const { visit } = gathered.facts
  // What our own rule forbids to visit did not fail.
  const isSilent = reachedOf(gathered) === false && visit?.failure?.code !== 'blocked'
  if (isSilent && !isUnregistered(gathered.facts)) sources.add('site')
  return [...sources].sort()
}
