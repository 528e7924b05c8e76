import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Deadline } from './deadline.ts'
import { describeFailure, EgressError } from './egressError.ts'
import type { Hop, HopRequest } from './hop.ts'

/** To be sent as accept-encoding with every request whose answer may be compressed. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** What compressing may add to bytes that do not compress, and then some. */
const CODING_OVERHEAD = 65_536

/**
 * The body without its content coding, in chunks of at most 64 KiB or so: never more in memory than is being read, and never
 * more than `maxBytes` in all, counted decompressed. One coding at most: a second layer multiplies what a bomb can do.
 * @param options.keepBeginning ends after `maxBytes` and one byte more, which says that there was more, instead of failing.
 * @throws EgressError `too-large` or `bad-encoding`; errors of the stream and of zlib.
 */
export async function* decodedBody(
  body: Readable,
  options: { encoding: string; host: string; maxBytes: number; keepBeginning?: boolean },
): AsyncGenerator<Buffer> {
  const { host, maxBytes, keepBeginning = false } = options
  const tooLarge = () => new EgressError('too-large', `${host}: the answer is larger than ${maxBytes} bytes.`)
  const decoder = decoderOf(options.encoding, host)
  if (decoder === null) return yield* limited(body, maxBytes, tooLarge, keepBeginning)
  const received = Readable.from(limited(body, maxBytes + CODING_OVERHEAD, tooLarge))
  pipeline(received, decoder, () => undefined)
  try {
    yield* limited(decoder, maxBytes, tooLarge, keepBeginning)
  } finally {
    decoder.destroy()
    body.destroy()
  }
}

async function* limited(
  stream: Readable,
  maxBytes: number,
  tooLarge: () => Error,
  keepBeginning = false,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const left = maxBytes - size
    size += chunk.length
    if (size > maxBytes && keepBeginning) return yield chunk.subarray(0, left + 1)
    if (size > maxBytes) throw tooLarge()
    yield chunk
  }
}

function decoderOf(encoding: string, host: string): Transform | null {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new EgressError(
        'bad-encoding',
        `${host}: the content coding of the answer is not accepted. Expected: ${ACCEPT_ENCODING}, and one only.`,
      )
  }
}

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
