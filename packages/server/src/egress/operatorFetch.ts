import { Agent } from 'undici'

export type OperatorRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Total wall-clock time for connecting, sending and reading, in milliseconds. */
  deadlineMs: number
  /** Bytes of body accepted before the request is cut off. */
  maxBytes: number
  signal?: AbortSignal
}
export type OperatorResponse = { status: number; headers: Record<string, string>; body: Buffer }

/** Why an outbound request gave no answer. `aborted` is the caller's own doing; the others are the remote's. */
export type EgressFailure = 'connect' | 'timeout' | 'too-large' | 'aborted'

/** An outbound request that produced no complete answer. */
export class EgressError extends Error {
  readonly failure: EgressFailure
  constructor(failure: EgressFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EgressError'
    this.failure = failure
  }
}

export type OperatorFetch = {
  /** Resolves for every status; redirects are answers, never followed. @throws EgressError */
  fetch(request: OperatorRequest): Promise<OperatorResponse>
  close(): Promise<void>
}

/**
 * Opens connections to hosts that the operator configured (RPC endpoints, feeds, our own children): private addresses
 * are allowed here, which is why nothing a stranger wrote may ever become `url`. Keep-alive, bounded in time and bytes.
 */
export function createOperatorFetch(options: { connectionsPerHost?: number } = {}): OperatorFetch {
  const agent = new Agent({
    connections: options.connectionsPerHost ?? 64,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: 3_000 },
    maxHeaderSize: 16_384,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    fetch: (request) => send(agent, request),
    close: () => agent.destroy(),
  }
}

async function send(agent: Agent, request: OperatorRequest): Promise<OperatorResponse> {
  const cut = new AbortController()
  let failure: EgressFailure = 'connect'
  const stop = (why: EgressFailure) => {
    failure = why
    cut.abort()
  }
  const onAbort = () => stop('aborted')
  if (request.signal?.aborted) throw new EgressError('aborted', 'The request was aborted before it began.')
  request.signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop('timeout'), request.deadlineMs)
  try {
    const url = new URL(request.url)
    const response = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method ?? 'GET',
      headers: { ...basicAuth(url), ...request.headers },
      body: request.body ?? null,
      signal: cut.signal,
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > request.maxBytes) {
        stop('too-large')
        break
      }
      chunks.push(chunk)
    }
    if (cut.signal.aborted) throw new Error('cut off')
    return { status: response.statusCode, headers: flatten(response.headers), body: Buffer.concat(chunks) }
  } catch (error) {
    throw new EgressError(failure, `${new URL(request.url).host}: ${describe(failure, request, error)}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', onAbort)
  }
}

/** The URL itself is never put into a message: RPC URLs carry keys in their paths. */
function describe(failure: EgressFailure, request: OperatorRequest, error: unknown): string {
  if (failure === 'timeout') return `no complete answer within ${request.deadlineMs} ms`
  if (failure === 'too-large') return `the answer is larger than ${request.maxBytes} bytes`
  if (failure === 'aborted') return 'the request was aborted'
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'the connection failed'
}

function basicAuth(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {}
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
