import { createHash } from 'node:crypto'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { requestHeaders } from '../../visit/requestHeaders.ts'
import type { VisitFetch } from '../../visit/visitFetch.ts'
import type { Outline } from '../html/outline.ts'
import type { SiteRelation } from '../html/siteRelation.ts'

const MAX_BYTES = 262_144
const DEADLINE_MS = 3_000

/** The icon that a browser would show, by its digest. Null: there is none, or it did not come. */
export async function loadFavicon(
  { icons }: Pick<Outline, 'icons'>,
  relation: SiteRelation,
  fetch: VisitFetch,
  signal: AbortSignal,
): Promise<{ url: string; sha256: string } | null> {
  const [first = '/favicon.ico'] = icons
  const inline = /^\s*data:[^,]{0,200};base64,/i.exec(first.slice(0, 300))
  if (inline) return { url: 'data:', sha256: digest(Buffer.from(first.slice(inline[0].length, MAX_BYTES), 'base64')) }
  const target = relation.resolve(first)
  if (target === null) return null
  const { 'user-agent': agent = '' } = requestHeaders('browser')
  const headers = { 'user-agent': agent, accept: 'image/*,*/*;q=0.8' }
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, maxRedirects: 3, insecureTls: true }
  try {
    const { status, body, headers: head } = await fetch({ url: target.url.href, headers, ...limits, signal })
    const isPicture = status === 200 && body.length > 0 && !/^text\/html/i.test(head['content-type'] ?? '')
    return isPicture ? { url: cleanText(target.url.href, 300), sha256: digest(body) } : null
  } catch (error) {
    signal.throwIfAborted()
    // An icon that does not load imitates nothing.
    if (error instanceof EgressError) return null
    throw error
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
