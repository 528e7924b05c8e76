import { createHash } from 'node:crypto'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { contentOf, decodeHtml, xmlAsHtml } from '../../visit/contentOf.ts'
import { requestHeaders, type VisitFetch } from '../../visit/requestHeaders.ts'
import type { SiteRelation } from '../html/linksOf.ts'
import type { Outline } from '../html/outline.ts'
import { refererFor } from './loadScripts.ts'

const MAX_FRAMES = 2
const MAX_BYTES = 262_144
const FRAME_DEADLINE_MS = 4_000

/**
 * Loads the documents of the same site that the page shows in frames: to a visitor they are one page. A frame of another
 * site is that site's, and named. `unread`: what could not be read.
 */
export async function loadFrames(
  { frames }: Outline,
  relation: SiteRelation,
  fetch: VisitFetch,
  referer: string,
  signal: AbortSignal,
): Promise<{ documents: string[]; unread: string[] }> {
  const own = frames.flatMap(({ src }) => {
    const target = src.trim() === '' ? null : relation.resolve(src)
    return target === null || target.offSite || target.url.href === referer ? [] : [target.url.href]
  })
  const wanted = [...new Set(own)]
  const loaded = await Promise.all(
    wanted.slice(0, MAX_FRAMES).map(async (url) => ({ url, ...(await load(fetch, url, relation, referer, signal)) })),
  )
  return {
    documents: loaded.flatMap(({ html }) => html ?? []),
    unread: [
      ...loaded.flatMap(({ url, html, why }) => (html === null ? [`frame ${url}: ${why}`] : [])),
      ...wanted.slice(MAX_FRAMES).map((url) => `frame ${url}: too many frames`),
    ],
  }
}

async function load(
  fetch: VisitFetch,
  url: string,
  relation: SiteRelation,
  referer: string,
  signal: AbortSignal,
): Promise<{ html: string | null; why: string }> {
  const sent = refererFor(new URL(url), new URL(referer))
  const headers = { ...requestHeaders('browser'), ...(sent !== null && { referer: sent }) }
  const limits = {
    deadlineMs: FRAME_DEADLINE_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 3,
    insecureTls: true,
    keepBeginning: true,
  }
  try {
    // A frame shows an answer whatever its status is: what is called an error may be a form.
    const { headers: answered, body, url: final } = await fetch({ url, headers, ...limits, signal })
    // A redirect to another site shows that site's content.
    if (relation.resolve(final)?.offSite !== false) return { html: null, why: 'leads to another site' }
    const { field, isXml } = contentOf(answered, new URL(final), body)
    const text = decodeHtml(body, field)
    return { html: isXml ? xmlAsHtml(text) : text, why: '' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EgressError) return { html: null, why: error.failure }
    throw error
  }
}

const ICON_DEADLINE_MS = 3_000

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
  const limits = { deadlineMs: ICON_DEADLINE_MS, maxBytes: MAX_BYTES, maxRedirects: 3, insecureTls: true }
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
