import type { GuardedFetch, GuardedResponse } from '@redoubt/egress/guardedFetch.ts'
import type { Visit } from '@redoubt/risk/facts/visit.ts'

/** Who a visit pretends to be: a person at a desk, or the robot of a search engine. */
export type Agent = 'browser' | 'robot'

// A desktop Chrome with its reduced user agent string, as most visitors send it; kits turn away what looks rarer.
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
// https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** Header fields of a navigation (Fetch, UA Client Hints). Names in lower case. */
export function requestHeaders(agent: Agent): Record<string, string> {
  if (agent === 'robot') return { 'user-agent': GOOGLEBOT, accept: HTML }
  return {
    'user-agent': CHROME,
    accept: HTML,
    'accept-language': 'en-US,en;q=0.9',
    'sec-ch-ua': '"Chromium";v="143", "Google Chrome";v="143", "Not A(Brand";v="24"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
    'upgrade-insecure-requests': '1',
  }
}

/** The guarded fetch, as pages are asked for. @throws EgressError */
export type VisitFetch = GuardedFetch['fetch']

export type VisitResponse = GuardedResponse

/** An answer of the site, kept for the analyses that follow it: the body is HTML text, or null when it is no HTML. */
export type Visited = { visit: Visit; html: string | null }
