import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { type Deadline, startDeadline } from './deadline.ts'
import { ACCEPT_ENCODING, openBody } from './decodedBody.ts'
import { EgressError } from './egressError.ts'
import { type Followed, followRedirects } from './followRedirects.ts'
import { createGuard, type Guard } from './guard.ts'
import { guardedHop } from './guardedHop.ts'
import { lowerCaseNames, sendHop, sendUnpooled } from './hop.ts'
import { postWhole } from './postWhole.ts'
import { parseHttpUrl } from './target.ts'

export type OperatorRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Total wall-clock time for connecting, sending, redirects and reading, in milliseconds. */
  deadlineMs: number
  /** Decompressed bytes of body accepted before the request is cut off. */
  maxBytes: number
  /** Default 0: a redirect is an answer. */
  maxRedirects?: number
  signal?: AbortSignal
}
/** `url` is what was asked last, without credentials and fragment. `headers` are as received, `body` is decompressed. */
export type OperatorResponse = { status: number; headers: Record<string, string>; url: string; body: Buffer }

export type DownloadRequest = Omit<OperatorRequest, 'method' | 'body'> & {
  /** Where the body goes. Replaced when it exists; deleted when the download fails. */
  file: string
}
/** Of a status other than 200 nothing is written, and `bytes` is 0. */
export type Download = Omit<OperatorResponse, 'body'> & Saved

/**
 * Fetches from hosts that the operator configured. Private addresses are allowed, so `url` must never come from a stranger.
 * A certificate proves that a name leads to the operator's host; without one, DNS decides, and a stranger may control that.
 */
export type OperatorFetch = {
  /**
   * Resolves for every status. Redirects are followed only as far as `maxRedirects`; from the first that leaves the origin on,
   * the remote decides where we go, so all go through the guarded client and without credentials.
   * @throws EgressError
   */
  fetch(request: OperatorRequest): Promise<OperatorResponse>
  /**
   * The same into a file, in constant memory. By plain http, names are guarded from the first request on, unless it is
   * `localhost` or in EGRESS_ALLOW. @throws EgressError, or what the file system says.
   */
  download(request: DownloadRequest): Promise<Download>
  close(): Promise<void>
}

/**
 * Keep-alive connections to RPC endpoints, feeds and our own children, bounded in time and bytes. `allow`: entries of
 * EGRESS_ALLOW, for redirects that leave the origin.
 */
export function createOperatorFetch(
  options: { connectionsPerHost?: number; allow?: readonly string[] } = {},
  guard: Guard = createGuard({ allow: options.allow ?? [] }),
): OperatorFetch {
  const closing = new AbortController()
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, keepAlive: false, allowH2: false })
  const agent = new Agent({
    connections: options.connectionsPerHost ?? 64,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    maxHeaderSize: 16_384,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  })

  async function send<T>(
    request: OperatorRequest & { alone?: boolean; guarded?: boolean },
    read: (answer: Followed, chunks: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    const url = parseHttpUrl(request.url)
    const deadline = startDeadline(url.host, request.deadlineMs, [request.signal, closing.signal])
    try {
      const headers = { ...basicAuth(request.url), ...lowerCaseNames(request.headers) }
      const first = { url, method: request.method ?? 'GET', headers, body: request.body ?? null }
      const answer = await followRedirects(first, request.maxRedirects ?? 0, operatorHops(url, deadline, request))
      try {
        return await read(answer, openBody(answer.hop, answer.asked, { deadline, maxBytes: request.maxBytes }))
      } finally {
        answer.hop.close()
      }
    } finally {
      deadline.end()
    }
  }

  /** Our own agent while the origin is the operator's; once it was left, never again. */
  function operatorHops(
    first: URL,
    deadline: Deadline,
    { alone = false, guarded = false }: { alone?: boolean; guarded?: boolean },
  ): Parameters<typeof followRedirects>[2] {
    let left = guarded
    return async (asked) => {
      left ||= asked.url.origin !== first.origin
      if (!left) return await (alone ? sendUnpooled(asked, connect, deadline) : sendHop(agent, asked, deadline))
      if (first.protocol === 'https:' && asked.url.protocol === 'http:') {
        throw new EgressError('blocked', `${first.host}: redirects from https to http, where anybody could answer.`)
      }
      return await guardedHop(asked, guard, deadline)
    }
  }

  /** What every read of a chain is: one answer of a known origin, whole. */
  async function post(request: OperatorRequest, body: string): Promise<OperatorResponse> {
    const url = parseHttpUrl(request.url)
    const deadline = startDeadline(url.host, request.deadlineMs, [request.signal, closing.signal])
    try {
      const headers = { ...basicAuth(request.url), ...lowerCaseNames(request.headers) }
      const answer = await postWhole(agent, { url, headers, body }, { deadline, maxBytes: request.maxBytes })
      return { ...answer, url: url.href }
    } finally {
      deadline.end()
    }
  }

  return {
    fetch: (request) => {
      if (request.method === 'POST' && request.body !== undefined && (request.maxRedirects ?? 0) === 0)
        return post(request, request.body)
      return send(request, async ({ hop, asked }, chunks) => {
        const read: Buffer[] = []
        for await (const chunk of chunks) read.push(chunk)
        return { status: hop.status, headers: hop.headers, url: asked.url.href, body: Buffer.concat(read) }
      })
    },
    download: ({ file, ...request }) => {
      const headers = { ...lowerCaseNames(request.headers), 'accept-encoding': ACCEPT_ENCODING }
      const guarded = isSteeredByDns(request.url)
      return send({ ...request, headers, alone: true, guarded }, async ({ hop, asked }, chunks) => {
        const saved = hop.status === 200 ? await saveBody(chunks, file) : NOTHING
        return { status: hop.status, headers: hop.headers, url: asked.url.href, ...saved }
      })
    },
    close: async () => {
      closing.abort()
      await agent.destroy()
    },
  }
}

const CONNECT_TIMEOUT_MS = 3_000

const NOTHING: Saved = { bytes: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }

/** Whether only DNS says who answers. Names in EGRESS_ALLOW pass the guard; addresses are what the operator wrote. */
function isSteeredByDns(text: string): boolean {
  const { protocol, hostname } = parseHttpUrl(text)
  return protocol === 'http:' && hostname !== 'localhost' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

function basicAuth(text: string): Record<string, string> {
  // Credentials stand before an @; parsing again costs as much as the rest of a request's preparation.
  if (!text.includes('@')) return {}
  const url = new URL(text)
  if (url.username === '' && url.password === '') return {}
  try {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  } catch {
    throw new EgressError('blocked', `${url.host}: a % in the user name or password is written %25.`)
  }
}

/** What was written: how much, and its SHA-256 in hex. */
type Saved = { bytes: number; sha256: string }

/**
 * Writes chunks to a file (mode 0600, replaced when it exists), one in memory at a time. When a chunk cannot be had or written
 * the file is deleted and the error passed on.
 */
async function saveBody(chunks: AsyncIterable<Buffer>, path: string): Promise<Saved> {
  const file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      await file.writeFile(chunk)
      bytes += chunk.length
    }
    await file.close()
    return { bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}
