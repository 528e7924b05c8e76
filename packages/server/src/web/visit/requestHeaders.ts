import type { GuardedFetch, GuardedResponse } from '@redoubt/egress/guardedFetch.ts'
import type { Visit } from '@redoubt/risk/facts/visit.ts'

/** Who a visit pretends to be: a person at a desk, another one who comes from a search on a phone, or the robot of a search engine. */
export type Agent = 'browser' | 'phone' | 'robot'

// A desktop Chrome with its reduced user agent string, as most visitors send it; kits turn away what looks rarer.
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
// https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** The visitor from a search, on a phone and in other languages: what some pages wait for. */
export const OTHER_VISITOR = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  languages: 'de-DE,de;q=0.9,es;q=0.8,fr;q=0.7',
  referer: 'https://www.google.com/',
} as const

/** Languages of further people at a desk: pages that are made for one country wait for its language. */
export const OTHER_LANGUAGES = [
  'es-ES,es;q=0.9,pt;q=0.8,fr;q=0.7',
  'ru-RU,ru;q=0.9,tr;q=0.8',
  'zh-CN,zh;q=0.9,ja;q=0.8,ko;q=0.7',
] as const

/** Header fields of a navigation (Fetch, UA Client Hints). Names in lower case. */
export function requestHeaders(agent: Agent, languages = 'en-US,en;q=0.9'): Record<string, string> {
  if (agent === 'robot') return { 'user-agent': GOOGLEBOT, accept: HTML }
  if (agent === 'phone') {
    const { userAgent, referer } = OTHER_VISITOR
    return {
      'user-agent': userAgent,
      accept: HTML,
      'accept-language': OTHER_VISITOR.languages,
      referer,
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'cross-site',
    }
  }
  return {
    'user-agent': CHROME,
    accept: HTML,
    'accept-language': languages,
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
