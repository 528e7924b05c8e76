import { EgressError } from './egressError.ts'
import type { Hop, HopRequest } from './hop.ts'
import { parseHttpUrl } from './target.ts'

/** One redirect that was followed: who redirected, and with which status. */
export type Redirect = { url: string; status: number }

/** The last answer, the request that it answers, and how it was reached. */
export type Followed = { hop: Hop; asked: HopRequest; redirects: Redirect[] }

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** What another origin may see. A list of what may stay, because any name may carry a key. */
const HARMLESS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'if-none-match',
  'if-modified-since',
])

/**
 * Sends a request and follows at most `maxRedirects` redirects, each through `send` anew, so that each is checked anew. With 0 a
 * redirect is an answer. Methods change as in the Fetch standard (4.4, HTTP-redirect fetch).
 * @throws EgressError
 */
export async function followRedirects(
  first: HopRequest,
  maxRedirects: number,
  send: (request: HopRequest) => Promise<Hop>,
): Promise<Followed> {
  const redirects: Redirect[] = []
  for (let asked = first; ; ) {
    const hop = await send(asked)
    const location = hop.headers.location
    if (maxRedirects === 0 || !REDIRECTS.has(hop.status) || location === undefined) return { hop, asked, redirects }
    hop.close()
    if (redirects.length >= maxRedirects) {
      throw new EgressError('too-many-redirects', `${first.url.host}: more than ${maxRedirects} redirects.`)
    }
    redirects.push({ url: asked.url.href, status: hop.status })
    asked = redirected(asked, hop.status, location)
  }
}

function redirected(asked: HopRequest, status: number, location: string): HopRequest {
  const next = URL.parse(location, asked.url.href)
  if (next === null) throw new EgressError('bad-answer', `${asked.url.host}: redirects to what is not a URL.`)
  const url = parseHttpUrl(next.href)
  const sameOrigin = url.origin === asked.url.origin
  const becomesGet = asked.method === 'POST' ? status <= 303 : status === 303 && asked.method !== 'HEAD'
  const body = becomesGet ? null : asked.body
  if (body !== null && !sameOrigin) {
    throw new EgressError('blocked', `${asked.url.host}: redirects what was sent to another origin, ${url.host}.`)
  }
  const kept = Object.entries(asked.headers).filter(
    ([name]) => (sameOrigin || HARMLESS.has(name)) && !(becomesGet && name.startsWith('content-')),
  )
  return { url, method: becomesGet ? 'GET' : asked.method, headers: Object.fromEntries(kept), body }
}
