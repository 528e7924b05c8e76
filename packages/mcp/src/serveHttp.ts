import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

const MAX_BODY = 1024 ** 2

export type HttpOptions = {
  host: string
  port: number
  /** What a caller must send as `Authorization: Bearer …`. */
  token: string
  /** Names beside this machine's own under which it may be called, with port. */
  allowedHosts: readonly string[]
  /** Pages that may call it; none by default. */
  allowedOrigins: readonly string[]
}

/**
 * Serves MCP over streamable HTTP at `/mcp`, without sessions: each request is answered by itself. A page of another origin, and a
 * name that was pointed at this machine (DNS rebinding), are refused before anything is read.
 */
export async function serveHttp(newServer: () => McpServer, options: HttpOptions): Promise<Server> {
  const listener = createServer((request, response) => {
    const refusal = refuse(request, options, portOf(listener))
    if (refusal !== null) return end(response, ...refusal)
    answer(newServer, request, response).catch(() => end(response, 500, 'The request failed.'))
  })
  listener.headersTimeout = 10_000
  listener.requestTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(options.port, options.host, resolve)
  })
  return listener
}

async function answer(newServer: () => McpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = newServer()
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: MAX_BODY })
  response.once('close', () => void server.close())
  await server.connect(transport as never)
  await transport.handleRequest(request, response)
}

type Refusal = [status: number, message: string]

function refuse({ headers, url = '', method }: IncomingMessage, options: HttpOptions, port: number): Refusal | null {
  const { allowedHosts, allowedOrigins, token } = options
  const own = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
  if (![...own, ...allowedHosts].includes((headers.host ?? '').toLowerCase()))
    return [403, 'Host is not allowed. Name it with --allowed-host.']
  if (headers.origin !== undefined && !allowedOrigins.includes(headers.origin))
    return [403, 'Origin is not allowed. Name it with --allowed-origin.']
  if (url.split('?')[0] !== '/mcp') return [404, 'No such path. MCP is at /mcp.']
  if (!isSame(headers.authorization ?? '', `Bearer ${token}`))
    return [401, 'Send Authorization: Bearer with the token of this server.']
  return method === 'POST' ? null : [405, 'Send POST: this server has no sessions.']
}

/** Takes as long for a wrong token as for a right one. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

function end(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, {
    'content-type': 'application/json',
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 405 && { allow: 'POST' }),
  })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }))
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
