import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

type Outgoing = { method: string; path: string; headers: Record<string, string>; body: Buffer }

/**
 * What a client library never sends, made of what it sent: so that the real service answers the error, and the library reads it.
 * The name is the code that is expected.
 */
const ALTERATIONS: Readonly<Record<string, (sent: Outgoing) => void>> = {
  NOT_FOUND: (sent) => {
    sent.path = '/v1/none'
  },
  METHOD_NOT_ALLOWED: (sent) => {
    sent.method = /^\/v1\/(webhooks|feedback)\/[^/]+$/.test(sent.path) ? 'PUT' : 'PATCH'
  },
  UNSUPPORTED_MEDIA_TYPE: (sent) => {
    sent.headers['content-type'] = 'text/plain'
  },
  PAYLOAD_TOO_LARGE: (sent) => {
    sent.body = Buffer.concat([Buffer.alloc(2 ** 20, ' '), sent.body])
  },
  VALIDATION_ERROR: (sent) => {
    sent.path += `${sent.path.includes('?') ? '&' : '?'}unknownMember=1`
  },
  CONFLICT: (sent) => {
    sent.headers['idempotency-key'] = USED_KEY
  },
}

/** Was used for another request, by which CONFLICT is made. */
export const USED_KEY = 'contract-used'

/** Of one connection alone. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'])

/** One answer that went through. */
type Exchange = { route: string; method: string; path: string; status: number; json: unknown }

/** Forwards `/~NAME/…` to the service, altered as NAME says where it is an alteration, and keeps every JSON answer. */
export async function startAlteringProxy(service: string) {
  const exchanges: Exchange[] = []
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing).catch(() => outgoing.destroy()))

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [, route = '', path = '/'] = /^\/~([^/]+)(\/.*)$/.exec(incoming.url ?? '') ?? []
    const headers = incoming.headers as Record<string, string>
    const sent = { method: incoming.method ?? 'GET', path, headers, body: await buffer(incoming) }
    const [alteration = ''] = route.split('.')
    ALTERATIONS[alteration]?.(sent)
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])
      delete headers[name]
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const { method, headers: carried, body } = sent
    const given = {
      method,
      headers: carried,
      signal: gone.signal,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    }
    const answer = await fetch(service + sent.path, given)
    const { status } = answer
    outgoing.writeHead(status, Object.fromEntries([...answer.headers].filter(([name]) => !HOP.has(name))))
    if (!answer.headers.get('content-type')?.startsWith('application/json')) {
      if (answer.body === null) return void outgoing.end()
      return void Readable.fromWeb(answer.body as never)
        .on('error', () => outgoing.destroy())
        .pipe(outgoing)
    }
    const text = await answer.text()
    exchanges.push({ route, method, path: sent.path, status, json: JSON.parse(text) as unknown })
    outgoing.end(text)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    exchanges,
    /** Base address for a client. */
    base: (route: string) => `http://127.0.0.1:${port}/~${route}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
