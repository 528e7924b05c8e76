import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { EgressError } from './egressError.ts'

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
