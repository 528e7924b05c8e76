import { createAllowList } from './allowList.ts'
import { startDeadline } from './deadline.ts'
import { ACCEPT_ENCODING } from './decodedBody.ts'
import { followRedirects, type Redirect } from './followRedirects.ts'
import { guardedHop } from './guardedHop.ts'
import { lowerCaseNames } from './lowerCaseNames.ts'
import { openBody } from './openBody.ts'
import { parseHttpUrl } from './target.ts'

export type GuardedRequest = {
  /** http or https, ports 80, 443, 8080 and 8443. Credentials in it are not sent. */
  url: string
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Total wall-clock time for looking up, connecting, sending, redirects and reading, in milliseconds. */
  deadlineMs: number
  /** Decompressed bytes of body accepted before the request is cut off. */
  maxBytes: number
  /** Default 0: a redirect is an answer. */
  maxRedirects?: number
  signal?: AbortSignal
}
export type GuardedResponse = {
  status: number
  /** As received; names in lower case. */
  headers: Record<string, string>
  /** Decompressed. */
  body: Buffer
  /** What was asked last, without credentials and fragment. */
  url: string
  /** What was asked before, in order, with the status that redirected. */
  redirects: Redirect[]
  /** IP address that the answer came from. */
  address: string
}

/** For addresses that strangers steer: reaches public addresses only, and what EGRESS_ALLOW names. */
export type GuardedFetch = {
  /** Resolves for every status. @throws EgressError */
  fetch(request: GuardedRequest): Promise<GuardedResponse>
  /** Aborts what is under way. */
  close(): Promise<void>
}

/** `allow`: entries of EGRESS_ALLOW, `host:port`. */
export function createGuardedFetch(options: { allow: readonly string[] }): GuardedFetch {
  const allow = createAllowList(options.allow)
  const closing = new AbortController()
  return {
    async fetch(request) {
      const url = parseHttpUrl(request.url)
      const deadline = startDeadline(url.host, request.deadlineMs, [request.signal, closing.signal])
      try {
        const headers = { ...lowerCaseNames(request.headers), 'accept-encoding': ACCEPT_ENCODING }
        const first = { url, method: request.method ?? 'GET', headers, body: request.body ?? null }
        const { hop, asked, redirects } = await followRedirects(first, request.maxRedirects ?? 0, (next) =>
          guardedHop(next, allow, deadline),
        )
        try {
          const chunks: Buffer[] = []
          for await (const chunk of openBody(hop, asked, { deadline, maxBytes: request.maxBytes })) chunks.push(chunk)
          const { status, headers, address } = hop
          return { status, headers, body: Buffer.concat(chunks), url: asked.url.href, redirects, address }
        } finally {
          hop.close()
        }
      } finally {
        deadline.end()
      }
    },
    close: async () => closing.abort(),
  }
}
