import { EgressError } from '@redoubt/egress/egressError.ts'
import { requestHeaders, type VisitFetch } from '../../visit/requestHeaders.ts'
import { refererFor } from './loadScripts.ts'

const MAX_BYTES = 262_144
const DEADLINE_MS = 3_000

/** Loads a text that a page's code asks for, as its browser would; empty where there is none. */
export async function loadText(fetch: VisitFetch, url: string, referer: string, signal: AbortSignal): Promise<string> {
  const { 'user-agent': agent = '' } = requestHeaders('browser')
  const sent = refererFor(new URL(url), new URL(referer))
  const headers = { 'user-agent': agent, accept: '*/*', ...(sent !== null && { referer: sent }) }
  const limits = {
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 2,
    insecureTls: true,
    keepBeginning: true,
  }
  try {
    const { status, body } = await fetch({ url, headers, ...limits, signal })
    return status >= 200 && status < 300 ? body.toString('utf8') : ''
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EgressError) return ''
    throw error
  }
}
