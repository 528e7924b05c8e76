import { randomBytes, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import { Client, type Dispatcher } from 'undici'
import { EgressError } from './egressError.ts'
import type { Guard } from './guard.ts'
import {
  createProxyLedger,
  type ProxyContext,
  type ProxyLimits,
  type ProxyReport,
  type ProxyRoute,
  proxyRoute,
} from './proxyLedger.ts'
import { proxyTunnel } from './proxyTunnel.ts'

/** Of one connection only (RFC 9110, 7.6.1), or refused by undici; what the client says of its proxy is ours. */
const HOP_BY_HOP = new Set([
  ...['connection', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
])

/** As in `hopAlone`: undici bounds headers, but not the status line. */
const MAX_BYTES_BEFORE_HEAD = 262_144

/** An HTTP proxy on loopback for one client whose requests strangers steer. */
export type GuardedProxy = {
  /** `http://127.x.y.z:port`, an address that cannot be guessed. */
  url: string
  report(): ProxyReport
  /** Ends every connection. */
  close(): Promise<void>
}

/**
 * Starts a proxy that takes `http://` requests and CONNECT, and goes out by the rules of `guard`, so a program that only knows
 * proxies (a browser) can reach what guardedFetch could, and nothing else. Nothing is kept between its connections.
 *
 * There is no password: a browser would have to be told of it in ways that the page or other users of the machine can see. All of
 * 127.0.0.0/8 is loopback on Linux (RFC 6890), so address and port together are 39 random bits, and gone with the scan.
 * @param reaches narrows what the guard allows, by host as URL writes it.
 */
export async function startProxy(
  guard: Guard,
  limits: ProxyLimits,
  reaches: (hostname: string) => boolean = () => true,
): Promise<GuardedProxy> {
  const closing = new AbortController()
  const context: ProxyContext = { guard, limits, reaches, closing: closing.signal, ledger: createProxyLedger(limits) }
  const server = createServer({ maxHeaderSize: 65_536, headersTimeout: 10_000, requestTimeout: 0 })
  const tunnels = new Set<{ destroy(): void }>()
  server.on('request', (request, response) => void proxyRequest(request, response, context))
  server.on('connect', (request, client, head) => {
    tunnels.add(client)
    client.once('close', () => tunnels.delete(client))
    void proxyTunnel(request, client, head, context)
  })
  // A browser opens WebSockets by CONNECT.
  server.on('upgrade', (_, client) => client.destroy())
  server.on('clientError', (_, client) => client.destroy())
  const address = await listen(server)
  return {
    url: `http://${address.address}:${address.port}`,
    report: context.ledger.report,
    async close() {
      closing.abort()
      for (const tunnel of tunnels) tunnel.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: ReturnType<typeof createServer>): Promise<AddressInfo> {
  const [b = 0, c = 0] = randomBytes(2)
  const host = process.platform === 'linux' ? `127.${b}.${c}.${randomInt(1, 255)}` : '127.0.0.1'
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host, exclusive: true }, () => resolve(server.address() as AddressInfo))
  })
}

/** Answers a request for `http://host/path`: sends it to a host that the guard let us reach, and its answer back as it is. */
async function proxyRequest(request: IncomingMessage, response: ServerResponse, context: ProxyContext): Promise<void> {
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
