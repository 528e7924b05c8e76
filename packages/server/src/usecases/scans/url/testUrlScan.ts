import type { Facts } from '@redoubt/risk/facts/facts.ts'
import {
  cloaking,
  dns,
  lexical,
  page,
  registration,
  SCANNED_AT,
  sampleUrl,
  site,
  tls,
  trust,
  visit,
} from '@redoubt/risk/testing/sampleUrl.ts'
import { createUrlScan, type UrlScanInput } from './scanUrl.ts'
import type { UrlSources } from './urlSources.ts'

// Sources that answer prepared facts: the tests are about the questions to them, and the use of their answers.

const sample = sampleUrl() as Facts
export const INPUT: UrlScanInput = {
  url: sample.site.href,
  chain: 'ethereum',
  includeContent: false,
  includeWhois: false,
  browse: false,
  fresh: false,
  deadlineMs: 10_000,
}

/** Sources of the honest shop; `asked` collects the names of those that were called, with the host where they are given one. */
export function testUrlSources(change: Partial<UrlSources> = {}) {
  const asked: string[] = []
  const answers: UrlSources = {
    parse: (url) => site(url),
    trust: async () => ({ trust: trust(), listsLoaded: true }),
    official: () => null,
    intelAsOf: () => '2026-11-01',
    listRevision: async () => '1',
    now: () => SCANNED_AT,
    lexical: () => lexical(),
    likenesses: () => [],
    mayVisit: () => true,
    dns: async () => dns(),
    tls: async () => tls(),
    registration: async () => registration(),
    visit: async (of) => ({ visit: visit({ final: of }), html: '<p>tea</p>' }),
    page: async () => page(),
    cloaking: async () => cloaking(),
    ...change,
  }
  const watched = Object.fromEntries(
    Object.entries(answers).map(([name, gather]) => [
      name,
      (...args: unknown[]) => {
        const [of] = args as [{ host?: string } | undefined]
        asked.push(of?.host === undefined ? name : `${name} ${of.host}`)
        return (gather as (...given: unknown[]) => unknown)(...args)
      },
    ]),
  ) as unknown as UrlSources
  return { watched, asked }
}

/** Scans with those sources. */
export async function scanSampleUrl(change: Partial<UrlSources> = {}, input: Partial<UrlScanInput> = {}) {
  const { watched, asked } = testUrlSources(change)
  const context = { environment: 'live', accountId: 'acc_1', signal: new AbortController().signal } as const
  const result = await createUrlScan(async () => watched)({ ...INPUT, ...input }, context)
  return { result, asked }
}
