import type { Readable } from 'node:stream'
import type { buildConnector, Dispatcher } from 'undici'
import { boundedClient } from './boundedClient.ts'
import type { Deadline } from './deadline.ts'
import { describeFailure } from './egressError.ts'

/** One request to one host. `url` holds no credentials. */
export type HopRequest = {
  url: URL
  method: 'GET' | 'HEAD' | 'POST'
  /** Names in lower case. */
  headers: Record<string, string>
  body: string | null
  /** May be sent twice although it is a POST: its connection was an idle one, which the server may just have closed. */
  repeatable?: boolean
}

/** The head of an answer, and its body as it arrives. */
export type Hop = {
  status: number
  headers: Record<string, string>
  /** Each `set-cookie` by itself: dates in them hold commas. */
  setCookies: string[]
  /** Still in its content coding. */
  body: Readable
  /** IP address of the peer; empty when not known. */
  address: string
  /** Drops what was not read. Always to be called. */
  close(): void
}

/** What a connection that the server had already closed fails with, before a byte of the answer. */
const DROPPED: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/**
 * Sends one request and waits for the head of its answer. One that is safe to repeat is sent once more when its connection
 * is lost before that: a server may close a kept connection at the moment we use it again (RFC 9112, 9.3.1).
 * @throws EgressError
 */
export async function sendHop(dispatcher: Dispatcher, request: HopRequest, deadline: Deadline): Promise<Hop> {
  const send = () =>
    deadline.race(
      dispatcher.request({
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: deadline.signal,
      }),
    )
  try {
    const response = await send().catch((error: unknown) => {
      const dropped = DROPPED.has((error as { code?: unknown } | null)?.code)
      const repeatable = request.repeatable ?? request.method !== 'POST'
      if (!dropped || !repeatable || deadline.signal.aborted) throw error
      return send()
    })
    const { body } = response
    // A body can fail after its reader has stopped; that error has no receiver.
    body.on('error', () => undefined)
    const close = () => void body.destroy()
    const setCookies = [response.headers['set-cookie'] ?? []].flat()
    return { status: response.statusCode, headers: flatten(response.headers), setCookies, body, address: '', close }
  } catch (error) {
    throw describeFailure(request.url.host, error)
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

/**
 * Sends one request on a connection of its own: what one host did to a connection is never another's problem.
 * @throws EgressError
 */
export async function sendUnpooled(
  request: HopRequest,
  connect: buildConnector.connector,
  deadline: Deadline,
): Promise<Hop> {
  const { client, headEnded } = boundedClient(request.url, connect)
  const close = () => void client.destroy().catch(() => undefined)
  try {
    const headers = { ...request.headers, connection: 'close' }
    const hop = await sendHop(client, { ...request, headers }, deadline)
    headEnded()
    return { ...hop, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Header names in lower case, so that one name is one entry. */
export function lowerCaseNames(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
