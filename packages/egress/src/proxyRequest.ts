import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Transform } from 'node:stream'
import { Client, type Dispatcher } from 'undici'
import { EgressError } from './egressError.ts'
import { type ProxyContext, type ProxyRoute, proxyRoute } from './proxyRoute.ts'

/** Of one connection only (RFC 9110, 7.6.1), or refused by undici; what the client says of its proxy is ours. */
const HOP_BY_HOP = new Set([
  ...['connection', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
])
/** As in `hopAlone`: undici bounds headers, but not the status line. */
const MAX_BYTES_BEFORE_HEAD = 262_144

/** Answers a request for `http://host/path`: sends it to a host that the guard let us reach, and its answer back as it is. */
export async function proxyRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: ProxyContext,
): Promise<void> {
  response.on('error', () => response.destroy())
  if (!context.ledger.open()) return refuse(response, 503)
  try {
    const url = URL.parse(request.url ?? '')
    if (url?.protocol !== 'http:') throw new EgressError('blocked', 'Expected http://host/path; https goes by CONNECT.')
    const route = proxyRoute(url.href, context)
    try {
      await forward(request, response, route, context.ledger.meter())
    } catch (error) {
      throw route.failed(error)
    } finally {
      route.deadline.end()
    }
  } catch (error) {
    if (response.headersSent) response.destroy()
    else refuse(response, error instanceof EgressError && error.failure === 'blocked' ? 403 : 502)
  }
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { target, deadline, connect }: ProxyRoute,
  meter: { spend(bytes: number): boolean },
): Promise<void> {
  let complete = false
  const client = new Client(target.url.origin, {
    pipelining: 1,
    maxHeaderSize: 65_536,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: (options, callback) =>
      connect(options, (...opened) => {
        const [, socket] = opened
        socket?.on('readable', () => {
          if (!complete && socket.bytesRead > MAX_BYTES_BEFORE_HEAD) socket.destroy(tooMuch())
        })
        callback(...opened)
      }),
  })
  response.once('close', () => void client.destroy().catch(() => undefined))
  try {
    const answer = await deadline.race(
      client.request({
        path: `${target.url.pathname}${target.url.search}`,
        method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: { ...endToEnd(request.headers), connection: 'close' },
        body: hasBody(request) ? metered(request, meter) : null,
        signal: deadline.signal,
      }),
    )
    complete = true
    response.writeHead(answer.statusCode, endToEnd(answer.headers))
    await deadline.race(copy(metered(answer.body, meter), response))
  } finally {
    await client.destroy().catch(() => undefined)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function endToEnd(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const named = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  )
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) || named.has(name) ? [] : [[name, value]],
    ),
  )
}

function metered(from: NodeJS.ReadableStream, meter: { spend(bytes: number): boolean }): Transform {
  const counted = new Transform({
    transform: (chunk: Buffer, _, done) => (meter.spend(chunk.length) ? done(null, chunk) : done(tooMuch())),
  })
  // Its reader hears of a failure from the stream that it reads.
  pipeline(from, counted, () => undefined)
  return counted
}

function copy(from: Transform, to: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    pipeline(from, to, (error) => (error ? reject(error) : resolve()))
  })
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0, connection: 'close' }).end()
}

function tooMuch(): EgressError {
  return new EgressError('too-large', 'The connection carried more bytes than it may.')
}
