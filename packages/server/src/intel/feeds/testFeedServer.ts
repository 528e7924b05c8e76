import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A real server of lists on loopback, for tests: `answer` says what it does, `requests` what it was asked. */
export type FeedServer = {
  url: string
  answer: Answer
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

export async function startFeedServer(answer: Answer): Promise<FeedServer> {
  const server = createServer((request, response) => {
    feed.requests.push({ path: request.url ?? '', headers: request.headers })
    // Clients that hang up are part of the game.
    response.on('error', () => {})
    feed.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const feed: FeedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer,
    requests: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return feed
}

/** Answers with text and an ETag made of it; 304 when the client has it. */
export function listOf(text: string): Answer {
  const etag = `"${hash('sha256', text)}"`
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    return response.writeHead(200, { etag }).end(text)
  }
}

/** `count` addresses, one a line, beginning with the number `from`. */
export function addressLines(count: number, from = 1): string {
  return Array.from({ length: count }, (_, index) => `${addressNumber(from + index)}\n`).join('')
}

/** Returns an ordinary address: those that begin with zeros are reserved. */
export function addressNumber(number: number): `0x${string}` {
  return `0x5eb0d1${number.toString(16).padStart(34, '0')}`
}
