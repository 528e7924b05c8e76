import { createConnectionPool } from './connectionPool.ts'
import { startDeadline } from './deadline.ts'
import { ACCEPT_ENCODING, openBody } from './decodedBody.ts'
import { followRedirects, type Redirect } from './followRedirects.ts'
import type { Guard } from './guard.ts'
import { guardedHop } from './guardedHop.ts'
import { lowerCaseNames } from './hop.ts'
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
  /** Of a larger body the first `maxBytes` are given, instead of failing. */
  keepBeginning?: boolean
  /**
   * Accepts any certificate, because a scanner must read the page that people see after they dismiss the warning. Only for
   * reading pages: anyone on the path can read what is sent.
   */
  insecureTls?: boolean
  /**
   * Leaves the connection open for a while, and takes one that is. A request whose idle connection turns out to be closed is sent
   * again, POST too: only for what may arrive twice.
   */
  keepAlive?: boolean
}
export type GuardedResponse = {
  status: number
  /** As received; names in lower case. */
  headers: Record<string, string>
  /** Each `set-cookie` of the last answer by itself: dates in them hold commas. */
  setCookies: string[]
  /** Decompressed. */
  body: Buffer
  /** There was more of the body. Only with `keepBeginning`. */
  truncated: boolean
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

export function createGuardedFetch(guard: Guard): GuardedFetch {
  const closing = new AbortController()
  const kept = createConnectionPool()
  return {
    async fetch(request) {
      const url = parseHttpUrl(request.url)
      const deadline = startDeadline(url.host, request.deadlineMs, [request.signal, closing.signal])
      try {
        const headers = { ...lowerCaseNames(request.headers), 'accept-encoding': ACCEPT_ENCODING }
        const first = { url, method: request.method ?? 'GET', headers, body: request.body ?? null }
        const { hop, asked, redirects } = await followRedirects(first, request.maxRedirects ?? 0, (next) =>
          guardedHop(next, guard, deadline, {
            insecureTls: request.insecureTls ?? false,
            kept: request.keepAlive === true ? kept : null,
          }),
        )
        try {
          const { maxBytes, keepBeginning } = request
          const chunks: Buffer[] = []
          for await (const chunk of openBody(hop, asked, { deadline, maxBytes, keepBeginning })) chunks.push(chunk)
          const whole = Buffer.concat(chunks)
          const [body, truncated] = [whole.subarray(0, maxBytes), whole.length > maxBytes]
          const { status, headers, setCookies, address } = hop
          return { status, headers, setCookies, body, truncated, url: asked.url.href, redirects, address }
        } finally {
          hop.close()
        }
      } finally {
        deadline.end()
      }
    },
    close: async () => {
      closing.abort()
      kept.close()
    },
  }
}
