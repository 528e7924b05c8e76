import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Respond = (response: ServerResponse, received: Received, attempt: number) => void

/** A local server that answers each request as the test says, and keeps what it received. */
export async function startServer(respond: Respond) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    received.push(one)
    respond(response, one, received.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** An answer with this `data`. */
export function sendData(response: ServerResponse, data: unknown) {
  const meta = { requestId: 'r1', timestamp: '2026-11-24T00:00:00.000Z', processingTime: 1 }
  sendJson(response, 200, { success: true, data, meta })
}

export function sendError(
  response: ServerResponse,
  status: number,
  error: object,
  headers: Record<string, string> = {},
) {
  sendJson(response, status, { success: false, error }, { 'x-request-id': 'r1', ...headers })
}
