import { type buildConnector, Client } from 'undici'
import type { Deadline } from './deadline.ts'
import { EgressError } from './egressError.ts'
import { type Hop, type HopRequest, sendHop } from './hop.ts'

/**
 * Bytes from the network before the head of an answer is complete: its 16 KB of headers, interim answers, a TLS handshake, and
 * the first pieces of the body that came along. undici counts headers, but builds a status line of any length, whose every
 * piece is garbage of the size of all before it.
 */
const MOST_BYTES_BEFORE_HEAD = 262_144

/**
 * Sends one request on a connection of its own: what one host did to a connection is never another's problem.
 * @throws EgressError
 */
export async function hopAlone(
  request: HopRequest,
  connect: buildConnector.connector,
  deadline: Deadline,
): Promise<Hop> {
  let complete = false
  const client = new Client(request.url.origin, {
    pipelining: 1,
    maxHeaderSize: 16_384,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: (options, callback) =>
      connect(options, (...answer) => {
        const [, socket] = answer
        // Asked before undici reads: its own listener comes after this one.
        socket?.on('readable', () => {
          if (!complete && socket.bytesRead > MOST_BYTES_BEFORE_HEAD) socket.destroy(tooMuch(request.url.host))
        })
        callback(...answer)
      }),
  })
  const close = () => void client.destroy().catch(() => undefined)
  try {
    const headers = { ...request.headers, connection: 'close' }
    const hop = await sendHop(client, { ...request, headers }, deadline)
    complete = true
    return { ...hop, close }
  } catch (error) {
    close()
    throw error
  }
}

function tooMuch(host: string): EgressError {
  return new EgressError(
    'bad-answer',
    `${host}: the head of the answer is larger than ${MOST_BYTES_BEFORE_HEAD} bytes.`,
  )
}
