import type { VisitHop } from '@redoubt/risk/facts/visit.ts'
import { glanceAt } from './glance.ts'
import { parseRefresh } from './refresh.ts'
import { scriptRedirect } from './scriptRedirect.ts'
import type { VisitResponse } from './visitFetch.ts'

/** Where an answer leads on. `cookies`: what a script sets before it goes. */
export type Step = { how: VisitHop['how']; href: string; cookies: string[] }

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** A page that shows something for longer than this is read, whatever it shows afterwards. */
const AT_ONCE_SECONDS = 5

/** Code that writes into the page may write the refresh away, and one that stops it stays where it is. */
const STAYS = /\bwrite(?:ln)?\b|\bstop\b/

/**
 * The next step of a visit, or null when this answer is what a person would look at. A page with text or fields of its own is
 * never left for where a script or a slow refresh points: a page that harms could send readers of code to an honest one.
 */
export async function nextStep(
  { status, headers, url }: VisitResponse,
  html: string | null,
  signal: AbortSignal,
): Promise<Step | null> {
  const step = (how: Step['how'], href: string | null, base: string = url, cookies: string[] = []): Step | null => {
    const next = href === null ? null : URL.parse(href.trim(), URL.parse(base, url)?.href ?? url)
    return next !== null && /^https?:$/.test(next.protocol) ? { how, href: next.href, cookies } : null
  }
  if (REDIRECTS.has(status) && headers.location !== undefined) return step('http', headers.location)
  const glance = html === null ? null : await glanceAt(html, signal)
  const waits = (seconds: number) => seconds > (glance?.substantial ? 0 : AT_ONCE_SECONDS)
  const sent = headers.refresh === undefined ? null : parseRefresh(headers.refresh)
  if (sent && !waits(sent.seconds)) return step('refresh-header', sent.href)
  if (glance === null) return null
  const base = glance.base ?? url
  if (glance.refresh && !glance.scripts.some((code) => STAYS.test(code)) && !waits(glance.refresh.seconds))
    return step('meta', glance.refresh.href, base)
  const script = glance.substantial ? null : scriptRedirect(glance.scripts)
  return script && step('script', script.href ?? url, base, script.cookies)
}
