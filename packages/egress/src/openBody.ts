import type { Deadline } from './deadline.ts'
import { decodedBody } from './decodedBody.ts'
import { describeFailure } from './describeFailure.ts'
import { EgressError } from './egressError.ts'
import type { Hop, HopRequest } from './hop.ts'

/**
 * The decompressed body of an answer, piece by piece, until the deadline or `maxBytes` decompressed bytes; with `keepBeginning`
 * one byte more, when there are more.
 * @throws EgressError while iterating.
 */
export async function* openBody(
  hop: Hop,
  asked: HopRequest,
  limits: { deadline: Deadline; maxBytes: number; keepBeginning?: boolean | undefined },
): AsyncGenerator<Buffer> {
  const { deadline, maxBytes, keepBeginning = false } = limits
  const host = asked.url.host
  const bodiless = asked.method === 'HEAD' || hop.status === 204 || hop.status === 304
  const encoding = bodiless ? '' : (hop.headers['content-encoding'] ?? '')
  try {
    const announced = bodiless || encoding !== '' ? 0 : Number(hop.headers['content-length'] ?? 0)
    if (announced > maxBytes && !keepBeginning) {
      throw new EgressError('too-large', `${host}: the answer is larger than ${maxBytes} bytes.`)
    }
    for await (const chunk of decodedBody(hop.body, { encoding, host, maxBytes, keepBeginning })) {
      deadline.signal.throwIfAborted()
      yield chunk
    }
    deadline.signal.throwIfAborted()
  } catch (error) {
    // The deadline cuts the connection, which then fails in its own words.
    throw describeFailure(host, deadline.signal.aborted ? deadline.signal.reason : error)
  }
}
